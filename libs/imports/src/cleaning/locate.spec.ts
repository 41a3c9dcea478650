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
  it('completes what contradicts nothing', () => {
    expect(located({ ...duluth, postalCode: '55802' })).toMatchObject({
      notes: [],
      business: { ...duluth, county: 'St. Louis' },
    });
  });

  it('takes away a point in another state', () => {
    const hudson = { latitude: 44.9747, longitude: -92.65, precision: 'exact' as const };
    expect(located({ ...hudson, postalCode: '55802' })).toMatchObject({
      notes: ['coordinatesElsewhere'],
      business: { precision: 'postalCode' },
    });
  });

  it('takes away a point that is far from its ZIP', () => {
    expect(located({ ...duluth, postalCode: '55901' })).toMatchObject({
      notes: ['coordinatesContradictZip'],
      business: { precision: 'postalCode', county: 'Olmsted' },
    });
  });
});
