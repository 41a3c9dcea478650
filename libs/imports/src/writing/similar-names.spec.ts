import { resemble, similarityOfNames } from './similar-names.js';

const at = (name: string) => ({ name, city: 'Minneapolis', street: '12 Lake Street' });

describe(similarityOfNames.name, () => {
  it.each([
    ['KinderCare', 'Kinder Care', 'same'],
    ['Cub Foods', 'CUB FOODS - Lake St', 'same'],
    ['Seward Child Care Center', 'Seward Childcare Ctr', 'same'],
    ["Joe's Cafe", 'Joes Café (Minneapolis)', 'same'],
    ['Northern Lantern Historical Soc', 'Northern Lantern Historical Society Museum', 'same'],
    ['Northern Lantern Cafe', 'Northern Lantern Cafe Annex', 'perhaps'],
    ['Loon Cafe', 'Loon Cafeteria', 'perhaps'],
    ['Elm Bar', 'Elm Bar & Grill', 'perhaps'],
    ["Joe's Cafe", "Joe's Cafe #2", 'perhaps'],
    ['Cub Foods', 'Cub Foods - Pharmacy', 'perhaps'],
    ['Northern Lantern', 'Northern Lanterm', 'perhaps'],
    ['American Legion Post 12', 'American Legion Post 13', 'different'],
    ['Elm', 'Elmo', 'different'],
    ['Elm Bar', 'Oak Bar', 'different'],
  ])('%s, %s: %s', (a, b, expected) => {
    expect(similarityOfNames(at(a), at(b))).toBe(expected);
    expect(similarityOfNames(at(b), at(a))).toBe(expected);
  });
});

describe(`${similarityOfNames.name} with legal names`, () => {
  const known = { ...at('Loon Cafe'), legalName: 'Loon Holdings LLC' };

  it.each([
    [at('Loon Holdings'), 'same'],
    [{ ...at('Elm Bar'), legalName: 'Loon Holdings, LLC' }, 'perhaps'],
    [{ ...at('Elm Bar'), legalName: 'Elm LLC' }, 'different'],
    [at('Elm Bar'), 'different'],
  ])('%o: %s', (other, expected) => {
    expect(similarityOfNames(known, other)).toBe(expected);
    expect(similarityOfNames(other, known)).toBe(expected);
  });
});

describe(resemble.name, () => {
  it.each([
    ['Hennepin County Medical Ctr', 'Hennepin County Medical Center', true],
    ['Childrens Hosp & Clinics Minne', 'Children’s Hospital & Clinics', true],
    ['Minneapolis Marriot City Center', 'Marriott City Center Mpls', true],
    ['Restaurant Loon Cafe', 'Loon Cafe', true],
    ['Loon Cafe', 'Lono Cafe', true],
    ['Fulton Brewing', 'Fulton Brwg', true],
    ['Sumit Grove Curiosities', 'Summit Curiosities', true],
    ['American Legion Post 12', 'American Legion Post 13', false],
    ['Lakeview Dental', 'Lakeview Dermatology', false],
    ['Elm Bar', 'Oak Bar', false],
    ['Museum of the Prairie', 'Bank of the Valley', false],
  ])('%s, %s: %s', (a, b, expected) => {
    expect(resemble(at(a), at(b))).toBe(expected);
    expect(resemble(at(b), at(a))).toBe(expected);
  });
});
