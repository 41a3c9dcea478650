import { isFarFrom, isMinnesotaPostalCode, postalAreas, postalCodesOf } from './postal-codes.js';

describe(isMinnesotaPostalCode.name, () => {
  it.each([
    ['55001', true],
    ['55199', true],
    ['55201', false],
    ['55301', true],
    ['56763', true],
    ['54016', false],
    ['57104', false],
    ['56801', false],
  ])('for %s, returns %s', (zip, expected) => {
    expect(isMinnesotaPostalCode(zip)).toBe(expected);
  });
});

describe(isFarFrom.name, () => {
  it.each([
    ['Duluth', 46.7867, -92.1005, false],
    ['Minneapolis', 44.9778, -93.265, true],
  ])('decides whether %s is far from 55802', (_, latitude, longitude, expected) => {
    expect(isFarFrom(postalAreas().get('55802')!, { latitude, longitude })).toBe(expected);
  });
});

describe(postalCodesOf.name, () => {
  it.each([
    ['St. Paul', '55101'],
    ['Saint Paul', '55104'],
    ['Ely', '55731'],
  ])('finds the ZIP codes of %s', (city, zip) => {
    expect(postalCodesOf(city)).toContain(zip);
  });

  it('finds none for an unknown city', () => {
    expect([postalCodesOf(null), postalCodesOf('Atlantis')]).toEqual([[], []]);
  });
});
