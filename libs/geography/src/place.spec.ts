import { completePlace, type Place } from './place.js';

const NOWHERE: Place = {
  city: null,
  county: null,
  postalCode: null,
  latitude: null,
  longitude: null,
  precision: null,
};
const duluth = { latitude: 46.7867, longitude: -92.1005, precision: 'exact' as const };
const complete = (place: Partial<Place>) => completePlace({ ...NOWHERE, ...place });

describe(completePlace.name, () => {
  it('derives the county from the point', () => {
    expect(complete(duluth)).toEqual({
      place: { ...NOWHERE, ...duluth, county: 'St. Louis' },
      derived: [{ field: 'county', from: 'location' }],
    });
  });

  it('does not replace known values', () => {
    const place = { ...NOWHERE, ...duluth, county: 'Carlton', postalCode: '55901' };
    expect(completePlace(place)).toEqual({ place, derived: [] });
  });

  it('without a point, derives the center and county of the ZIP area', () => {
    const { place, derived } = complete({ postalCode: '55802', city: 'Duluth' });
    expect(place).toMatchObject({ county: 'St. Louis', precision: 'postalCode' });
    expect(place.latitude).toBeCloseTo(46.8, 0);
    expect(derived).toEqual([
      { field: 'county', from: 'postalCode' },
      { field: 'location', from: 'postalCode' },
    ]);
  });

  it.each([
    ['St. Cloud', 'Stearns', 45.5],
    ['Minneapolis', 'Hennepin', 45.0],
    ['Saint Paul', 'Ramsey', 44.95],
  ])('without a point or ZIP code, derives the center of %s and its county', (city, county, at) => {
    const { place, derived } = complete({ city });
    expect(place).toMatchObject({ county, precision: 'city' });
    expect(place.latitude).toBeCloseTo(at, 0);
    expect(derived.map(({ from }) => from)).toEqual(['city', 'city']);
  });

  it('derives nothing from an unknown ZIP code or city', () => {
    const nowhere = { ...NOWHERE, postalCode: '55999', city: 'Atlantis' };
    expect(completePlace(nowhere)).toEqual({ place: nowhere, derived: [] });
  });
});
