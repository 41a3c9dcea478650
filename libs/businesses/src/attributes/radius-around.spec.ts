import type { Point } from '#libs/geography/src/distance.js';
import { RADII } from '../list/cached-result-set.js';
import { AttributeTable } from './attribute-table.js';
import { radiusAround } from './radius-around.js';

const DULUTH = { latitude: 46.7867, longitude: -92.1005 };
const south = (kilometres: number) => ({
  latitude: DULUTH.latitude - kilometres / 111.2,
  longitude: DULUTH.longitude,
});

/** Creates a table of places, numbered from 1. Null means no location. */
function tableOf(places: (Point | null)[]): AttributeTable {
  const table = new AttributeTable({
    version: '7',
    changedAt: '',
    categories: [],
    highestNumber: places.length,
  });
  places.forEach((place, index) => {
    const numbers = Buffer.alloc(20);
    numbers.writeInt32BE(index + 1);
    numbers.writeDoubleBE(place?.latitude ?? NaN, 4);
    numbers.writeDoubleBE(place?.longitude ?? NaN, 12);
    table.write([{ attribute: 'position', value: '', listed: null, numbers }]);
  });
  return table;
}

describe(radiusAround.name, () => {
  const table = tableOf([south(0), null, south(0.99), south(1.38), south(60), south(150)]);
  const ALL = Uint32Array.of(6, 5, 4, 3, 2, 1);

  it.each([
    [1, 1_000],
    [2, 1_000],
    [3, 1_414],
    [4, 64_000],
    [5, 181_019],
  ])(
    'for %i businesses, returns the radius of the smallest circle that contains them: %i m',
    (count, radius) => {
      expect(radiusAround(DULUTH, count, ALL, table)).toBeCloseTo(radius, -1);
    },
  );

  it('considers only the given businesses', () => {
    expect(radiusAround(DULUTH, 1, Uint32Array.of(5), table)).toBe(64_000);
  });

  it('estimates the radius from a sample of a large list', () => {
    const places = Array.from({ length: 35_000 }, (_, n) => south(n / 1_000));
    const many = Uint32Array.from(places, (_, n) => n + 1);
    const radius = radiusAround(DULUTH, 10_000, many, tableOf(places));
    expect(radius).toBeCloseTo(11_314, -1);
  });

  it('returns the largest radius if too few businesses have a known location', () => {
    expect(radiusAround(DULUTH, 6, ALL, table)).toBe(RADII.at(-1));
    expect(radiusAround(DULUTH, 1, Uint32Array.of(2, 1_000_000), table)).toBe(RADII.at(-1));
  });
});
