import { COUNTIES } from '../places/county-names.js';
import { cleanCounty } from './county.js';

describe(cleanCounty.name, () => {
  it.each([
    ['HENNEPIN', 'Hennepin'],
    ['Dakota County', 'Dakota'],
    ['Saint Louis Co.', 'St. Louis'],
    ['LAC QUI PARLE', 'Lac qui Parle'],
    ['MCLEOD', 'McLeod'],
    ['PENNINTON', 'Pennington'],
    ['Cook', 'Cook'],
    ['Pierce', null],
    ['Rise', null],
  ])('%j → %j', (text, expected) => {
    expect(cleanCounty(text)).toBe(expected);
  });

  it('knows all 87', () => {
    expect(new Set(COUNTIES.map(cleanCounty)).size).toBe(87);
  });
});
