import { normalizedStreet } from './normalized-street.js';

describe(normalizedStreet.name, () => {
  it.each([
    ['206 West Fourth Street', '206 4th st w'],
    ['2716 E. 38th St.', '2716 38th st e'],
    ['2716 38TH ST E', '2716 38th st e'],
    ['12 N Main St SE', '12 n main st se'],
    ['14 East', '14 e'],
    ['Highway 61 North', 'hwy 61 n'],
    ['1 Constructor Way', '1 constructor way'],
  ])('normalizes %j to %j', (street, expected) => {
    expect(normalizedStreet(street)).toBe(expected);
  });
});
