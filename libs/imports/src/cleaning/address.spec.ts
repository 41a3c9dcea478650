import { cleanCity, cleanPostalCode, cleanStreet } from './address.js';
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

describe(cleanStreet.name, () => {
  it.each([
    ['2005 2nd Ave', { street: '2005 2nd Ave', unit: null }],
    ['3055 Columbia Ave NE Ste 102', { street: '3055 Columbia Ave NE', unit: 'Ste 102' }],
    ['900 2ND AVE S #215', { street: '900 2nd Ave S', unit: '#215' }],
    ['12 Main St, Suite B', { street: '12 Main St', unit: 'Suite B' }],
    ['404 WEST FOUNTAIN STREET', { street: '404 West Fountain Street', unit: null }],
    ['#5', { street: '#5', unit: null }],
  ])('%j → %j', (text, expected) => {
    expect(cleanStreet(text)).toEqual(expected);
  });
});

describe(cleanPostalCode.name, () => {
  it.each([
    [null, { value: null }],
    ['00000', { value: null }],
    ['55101', { value: '55101' }],
    ['55044-', { value: '55044' }],
    ['55303-2243', { value: '55303', note: 'zipPlus4' }],
    ['553032243', { value: '55303', note: 'zipPlus4' }],
    ['5530', { value: null, note: 'zipUnreadable' }],
    ['K1A 0B1', { value: null, note: 'zipUnreadable' }],
  ])('%j → %j', (text, expected) => {
    expect(cleanPostalCode(text)).toEqual(expected);
  });
});
