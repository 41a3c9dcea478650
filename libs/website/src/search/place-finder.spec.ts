import { findPlace, knownPlaceAtEnd } from './place-finder.js';

const KNOWN = {
  cities: [
    { slug: 'minneapolis', name: 'Minneapolis', count: 100 },
    { slug: 'saint-paul', name: 'St. Paul', count: 80 },
    { slug: 'duluth', name: 'Duluth', count: 50 },
    { slug: 'ely', name: 'Ely', count: 4 },
    { slug: 'crow-wing', name: 'Crow Wing', count: 1 },
    // Wrong, but in the data.
    { slug: 'uptown', name: 'Uptown', count: 1 },
  ],
  counties: [
    { slug: 'saint-louis', name: 'St. Louis', count: 60 },
    { slug: 'crow-wing', name: 'Crow Wing', count: 9 },
  ],
  regions: [
    regionOf('iron-range', 'Iron Range', ['Mesabi Range'], { cities: ['ely', 'virginia'] }),
    regionOf('uptown', 'Uptown', ['Uptown Minneapolis'], { postalCodes: ['55408'] }),
  ],
};

function regionOf(
  slug: string,
  name: string,
  otherNames: string[],
  places: { cities?: string[]; postalCodes?: string[] },
) {
  return { slug, name, otherNames, cities: [], counties: [], postalCodes: [], ...places };
}

describe(findPlace.name, () => {
  it.each([
    ['Minneapolis', 'minneapolis'],
    ['  minneapolis, MN ', 'minneapolis'],
    ['Duluth Minnesota', 'duluth'],
    ['St Paul', 'saint-paul'],
    ['saint paul, mn', 'saint-paul'],
    ['ST. PAUL', 'saint-paul'],
    ['near Duluth', 'duluth'],
    ['downtown St. Paul', 'saint-paul'],
  ])('reads %j as the city', (where, slug) => {
    expect(findPlace(where, KNOWN)).toMatchObject({ kind: 'city', slug, isGuess: false });
  });

  it.each([
    ['Mineapolis', 'minneapolis'],
    ['Minnaepolis', 'minneapolis'],
    ['Dulut', 'duluth'],
  ])('reads %j as a misspelling of the city', (where, slug) => {
    expect(findPlace(where, KNOWN)).toMatchObject({ kind: 'city', slug, isGuess: true });
  });

  it.each([
    ['St. Louis County', 'saint-louis'],
    ['st louis', 'saint-louis'],
    ['Crow Wing County', 'crow-wing'],
    ['condado de St. Louis', 'saint-louis'],
    ['el condado de St. Louis', 'saint-louis'],
    ['Degmada St. Louis', 'saint-louis'],
  ])('reads %j as the county', (where, slug) => {
    expect(findPlace(where, KNOWN)).toMatchObject({ kind: 'county', slug });
  });

  it('prefers the city when a county has the same name, unless the text contains "county"', () => {
    expect(findPlace('Crow Wing', KNOWN)).toMatchObject({ kind: 'city' });
  });

  it.each(['55802', '55802-1234', 'Duluth, MN 55802', 'MN 55802', '55802 Duluth, MN'])(
    'reads %j as the ZIP code',
    (where) => {
      expect(findPlace(where, KNOWN)).toMatchObject({
        kind: 'postalCode',
        code: '55802',
        point: { latitude: expect.closeTo(46.7, 0) as number },
      });
    },
  );

  it.each([
    ['44.978,-93.265', -93.265],
    ['+44.978 , -93.26501234567', -93.26501234567],
  ])('reads %j as a position', (where, longitude) => {
    expect(findPlace(where, KNOWN)).toEqual({
      kind: 'position',
      point: { latitude: 44.978, longitude },
    });
  });

  it.each(['Eli', 'Chicago', 'xyzzy', '99999 Lakes', '91.0,0', '!?'])(
    'finds no place for %j',
    (where) => {
      expect(findPlace(where, KNOWN)).toBeUndefined();
    },
  );
});

describe(`${findPlace.name}, for regions`, () => {
  it.each([
    ['iron range', 'iron-range', false],
    ['Iron-Range, MN', 'iron-range', false],
    ['mesabi range', 'iron-range', false],
    ['Iron Rnge', 'iron-range', true],
    ['UPTOWN', 'uptown', false],
    ['on the Iron Range', 'iron-range', false],
  ])('reads %j as the region', (where, slug, isGuess) => {
    expect(findPlace(where, KNOWN)).toMatchObject({ kind: 'region', slug, isGuess });
  });

  it('centers it between its places', () => {
    expect(findPlace('iron range', KNOWN)).toMatchObject({
      point: {
        latitude: expect.closeTo(47.7, 0) as number,
        longitude: expect.closeTo(-92.2, 0) as number,
      },
    });
  });
});

describe(knownPlaceAtEnd.name, () => {
  it.each([
    ['breweries iron range', 'breweries', 'Iron Range'],
    ['Pizza in Uptown', 'Pizza', 'Uptown'],
    ['pizza in uptown minneapolis', 'pizza', 'Uptown'],
    ['coffee on the Mesabi Range', 'coffee', 'Iron Range'],
    ['in uptown', '', 'Uptown'],
    ['bakery, duluth', 'bakery', 'duluth'],
    ['bakery downtown St. Paul, MN', 'bakery', 'St. Paul'],
    ['library Cook County', 'library', 'Cook County'],
    ['museo del condado de Cook', 'museo', 'condado de Cook'],
  ])('splits %j', (text, q, where) => {
    expect(knownPlaceAtEnd(text, KNOWN)).toMatchObject({ q, where });
  });

  it.each([
    ...['Uptown', 'Uptown Diner', 'iron', 'Duluth, MN', 'Cook County', ''],
    ...['North Saint Paul', 'bakery North Saint Paul', 'bank branch'],
  ])('leaves %j to names', (text) => {
    expect(knownPlaceAtEnd(text, KNOWN)).toBeUndefined();
  });
});
