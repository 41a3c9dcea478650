import type { Place } from '#libs/geography/src/place.js';
import { locate } from './locate.js';

const NOWHERE: Place = {
  city: null,
  county: null,
  postalCode: null,
  latitude: null,
  longitude: null,
  precision: null,
};
const duluth = { latitude: 46.7867, longitude: -92.1005, precision: 'exact' as const };

function located(place: Partial<Place>) {
  const business = { ...NOWHERE, ...place };
  return { notes: locate(business), business };
}

describe(locate.name, () => {
  it('completes a consistent place', () => {
    expect(located({ ...duluth, city: 'Duluth', postalCode: '55802' })).toMatchObject({
      notes: [],
      business: { ...duluth, county: 'St. Louis' },
    });
  });

  it.each<[string, Partial<Place>, string[], Partial<Place>]>([
    [
      'a point that is far from the ZIP',
      { ...duluth, postalCode: '55901' },
      ['coordinatesContradicted', 'cityDerived'],
      { precision: 'postalCode', county: 'Olmsted', city: 'Rochester' },
    ],
    [
      'a point that is far from the ZIP and the city',
      { ...duluth, postalCode: '55901', city: 'Rochester' },
      ['coordinatesContradicted'],
      { precision: 'postalCode', county: 'Olmsted' },
    ],
    [
      'a ZIP that is far from the point and the city',
      { ...duluth, postalCode: '55901', city: 'Duluth' },
      ['zipContradicted'],
      { ...duluth, postalCode: null, county: 'St. Louis' },
    ],
    [
      'a ZIP that is far from the point and the county',
      { ...duluth, postalCode: '55901', county: 'St. Louis' },
      ['zipContradicted', 'cityDerived'],
      { ...duluth, postalCode: null },
    ],
    [
      'a city that is far from the point and the ZIP',
      { ...duluth, postalCode: '55802', city: 'Rochester' },
      ['cityContradicted'],
      { ...duluth, city: 'Duluth', county: 'St. Louis' },
    ],
    [
      'a ZIP that is far from the city, with nothing else known',
      { city: 'Duluth', postalCode: '55101' },
      ['zipContradicted'],
      { postalCode: null, precision: 'city', county: 'St. Louis' },
    ],
    [
      'a city that is far from the ZIP and the county',
      { city: 'Duluth', postalCode: '55101', county: 'Ramsey' },
      ['cityContradicted'],
      { city: 'Saint Paul', postalCode: '55101' },
    ],
    [
      'a county that the point is not in',
      { ...duluth, county: 'Cook', city: 'Duluth' },
      ['countyContradicted'],
      { ...duluth, county: 'St. Louis' },
    ],
    [
      'a county that is far from ZIP and city',
      { city: 'Minneapolis', postalCode: '55401', county: 'Cass' },
      ['countyContradicted'],
      { county: 'Hennepin' },
    ],
  ])('drops %s', (_, place, notes, expected) => {
    expect(located(place)).toMatchObject({ notes, business: expected });
  });

  it('keeps a county that contains part of the area or city', () => {
    const place = { city: 'Saint Cloud', postalCode: '56301', county: 'Sherburne' };
    expect(located(place)).toMatchObject({ notes: [], business: place });
  });

  it.each([
    ['its ZIP', { postalCode: '55802' }, 'Duluth'],
    ['a point in a suburb', { ...duluth, latitude: 44.8408, longitude: -93.2983 }, 'Bloomington'],
  ])('derives the city from %s', (_, place, city) => {
    expect(located(place)).toMatchObject({ notes: ['cityDerived'], business: { city } });
  });

  it.each([
    ['between two cities', 45.0106, -93.2289, 'Hennepin'],
    ['far from all', 48.15, -91.1, 'Lake'],
  ])('leaves the city of a point %s unknown', (_, latitude, longitude, county) => {
    expect(located({ ...duluth, latitude, longitude })).toMatchObject({
      notes: ['cityUncertain'],
      business: { city: null, county },
    });
  });
});
