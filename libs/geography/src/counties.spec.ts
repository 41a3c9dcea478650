import { COUNTIES } from './county-named.js';
import { countyAt } from './counties.js';
import { postalAreas } from './postal-codes.js';

describe(countyAt.name, () => {
  it.each([
    ['Minneapolis', 44.9778, -93.265, 'Hennepin'],
    ['Duluth', 46.7867, -92.1005, 'St. Louis'],
    ['Angle Inlet', 49.345, -95.07, 'Lake of the Woods'],
    ['Grand Marais', 47.7504, -90.3343, 'Cook'],
    ['Eau Claire, Wisconsin', 44.8113, -91.4985, undefined],
    ['Fargo, a little over the river', 46.8772, -96.7898, 'Clay'],
    ['Winnipeg', 49.8951, -97.1384, undefined],
  ])('finds the county of %s', (_, latitude, longitude, county) => {
    expect(countyAt(latitude, longitude)).toBe(county);
  });

  it('uses the same county names as the ZIP codes', () => {
    const found = Array.from(postalAreas().values(), ({ county }) => county);
    expect([...new Set(found)].sort()).toEqual([...COUNTIES].sort());
    const areas = [...postalAreas().values()];
    const agreeing = areas.filter(
      ({ latitude, longitude, county }) => countyAt(latitude, longitude) === county,
    );
    expect(agreeing.length / areas.length).toBeGreaterThan(0.95);
  });
});
