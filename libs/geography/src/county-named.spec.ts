import { countyMisspelled, countyNamed, COUNTIES } from './county-named.js';

describe(countyNamed.name, () => {
  it.each([
    ['HENNEPIN', 'Hennepin'],
    ['Dakota County', 'Dakota'],
    ['Saint Louis Co.', 'St. Louis'],
    ['el condado de Hennepin', 'Hennepin'],
    ['LAC QUI PARLE', 'Lac qui Parle'],
    ['MCLEOD', 'McLeod'],
    ['Cook', 'Cook'],
    ['053', 'Hennepin'],
    ['27137', 'St. Louis'],
    ['085', 'McLeod'],
    ['173', 'Yellow Medicine'],
    ['054', undefined],
    ['55053', undefined],
    ['PENNINTON', undefined],
    ['Pierce', undefined],
  ])('resolves %j to %j', (text, county) => {
    expect(countyNamed(text)).toBe(county);
  });

  it('resolves the names of all 87 counties', () => {
    expect(new Set(COUNTIES.map(countyNamed)).size).toBe(87);
  });
});

describe(countyMisspelled.name, () => {
  it.each([
    ['PENNINTON', 'Pennington'],
    ['Pierce', undefined],
    ['Rise', undefined],
  ])('resolves %j to %j', (text, county) => {
    expect(countyMisspelled(text)).toBe(county);
  });
});
