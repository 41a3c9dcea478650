import { cleanCity } from './city.js';

describe(cleanCity.name, () => {
  it.each([
    ['ST PAUL', 'Saint Paul'],
    ['St. Cloud', 'Saint Cloud'],
    ['Saint Peter', 'Saint Peter'],
    ['MPLS', 'Minneapolis'],
    ['Duluth, MN', 'Duluth'],
    ['ely', 'Ely'],
    ['Stillwater', 'Stillwater'],
  ])('%j → %j', (text, expected) => {
    expect(cleanCity(text)).toBe(expected);
  });
});
