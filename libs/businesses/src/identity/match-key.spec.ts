import { type Identity, matchKey } from './match-key.js';

const base: Identity = {
  name: 'Northern Lantern Cafe',
  street: '123 Main Street NE',
  city: 'Saint Paul',
  postalCode: '55101',
  phone: '+16515550123',
  latitude: 44.95,
  longitude: -93.09,
};

describe(matchKey.name, () => {
  it.each<[string, Partial<Identity>]>([
    ['case and accents', { name: 'NORTHERN LANTERN CAFÉ' }],
    ['article and legal form', { name: 'The Northern Lantern Cafe, Inc.' }],
    ['street abbreviations', { street: '123 MAIN ST. N.E.'.replace('N.E.', 'Northeast') }],
    ['Saint and St.', { city: 'St. Paul' }],
    [
      'another ZIP, phone or point at the same address',
      { postalCode: null, phone: null, latitude: 45 },
    ],
  ])('does not depend on %s', (_, change) => {
    expect(matchKey({ ...base, ...change })).toBe(matchKey(base));
  });

  it.each<[string, Partial<Identity>]>([
    ['name', { name: 'Southern Lantern Cafe' }],
    ['street', { street: '125 Main Street NE' }],
    ['city', { city: 'Duluth' }],
  ])('depends on the %s', (_, change) => {
    expect(matchKey({ ...base, ...change })).not.toBe(matchKey(base));
  });

  it('distinguishes branches without a street by phone or else by location', () => {
    const one = { ...base, street: null };
    expect(matchKey({ ...one, phone: '+16515550199' })).not.toBe(matchKey(one));
    const nowhere = { ...one, phone: null };
    expect(matchKey({ ...nowhere, latitude: 46 })).not.toBe(matchKey(nowhere));
  });

  it('keeps a name that consists only of a legal form or an article', () => {
    expect(matchKey({ ...base, name: 'The Company' })).toMatch(/^company\|/);
    expect(matchKey({ ...base, name: 'The' })).toMatch(/^the\|/);
  });
});
