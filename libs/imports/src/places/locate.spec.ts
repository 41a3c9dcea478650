import { locate } from './locate.js';

const NOWHERE = {
  city: null,
  county: null,
  postalCode: null,
  latitude: null,
  longitude: null,
  precision: null,
};
const duluth = { latitude: 46.7867, longitude: -92.1005, precision: 'exact' as const };

function located(place: Partial<Parameters<typeof locate>[0]>) {
  const business = { ...NOWHERE, ...place };
  return { notes: locate(business), business };
}

describe(locate.name, () => {
  it('finds the county of a point', () => {
    expect(located(duluth)).toEqual({
      notes: [],
      business: { ...NOWHERE, ...duluth, county: 'St. Louis' },
    });
  });

  it('believes a county that the source names', () => {
    expect(located({ ...duluth, county: 'Carlton' }).business.county).toBe('Carlton');
  });

  it('takes the middle of the ZIP area, and its county, where there is no point', () => {
    const { business } = located({ postalCode: '55802', city: 'Duluth' });
    expect(business).toMatchObject({ county: 'St. Louis', precision: 'postalCode' });
    expect(business.latitude).toBeCloseTo(46.8, 0);
  });

  it('takes the middle of the city where there is no ZIP either', () => {
    const { business } = located({ city: 'St. Cloud' });
    expect(business).toMatchObject({ county: null, precision: 'city' });
    expect(business.latitude).toBeCloseTo(45.5, 0);
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

  it('knows nothing of a city that is none', () => {
    expect(located({ city: 'Atlantis' }).business).toEqual({ ...NOWHERE, city: 'Atlantis' });
  });
});
