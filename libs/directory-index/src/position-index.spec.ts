import fc from 'fast-check';
import { Columns } from './columns.js';
import { PositionIndex } from './position-index.js';

const SIZE = 2_048;
/** A box around Minneapolis. */
const BOX = { south: 44.9, west: -93.4, north: 45.1, east: -93.1 };
const INSIDE = { latitude: 45, longitude: -93.2 };
const OUTSIDE = { latitude: 45.2, longitude: -93.2 };

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const position = fc.oneof(
  fc.record({ latitude: degrees(43, 50), longitude: degrees(-98, -89) }),
  fc.record({ latitude: degrees(-90, 90), longitude: degrees(-180, 180) }),
  fc.constant({ latitude: NaN, longitude: NaN }),
);
const box = fc
  .tuple(position, position)
  .filter(([a]) => !Number.isNaN(a.latitude))
  .map(([a, b]) => ({
    south: Math.min(a.latitude, b.latitude || 45),
    north: Math.max(a.latitude, b.latitude || 45),
    west: Math.min(a.longitude, b.longitude || -93),
    east: Math.max(a.longitude, b.longitude || -93),
  }));

describe(PositionIndex, () => {
  it('finds all businesses in a box, and none far from it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(position, { maxLength: 60 }), box, async (positions, within) => {
        const columns = columnsOf(positions);
        const near = (await PositionIndex.of(columns)).near(within, columns.size);
        const { south, north, west, east } = within;
        positions.forEach(({ latitude, longitude }, number) => {
          const isInside =
            latitude >= south && latitude <= north && longitude >= west && longitude <= east;
          if (near && isInside) expect(near.has(number)).toBe(true);
        });
      }),
    );
    const columns = columnsOf([INSIDE, OUTSIDE, OUTSIDE, OUTSIDE]);
    const near = (await PositionIndex.of(columns)).near(BOX, columns.size)!;
    expect([near.has(0), near.has(1)]).toEqual([true, false]);
  });

  it('finds businesses that moved, and is worn after a thousand', async () => {
    const columns = columnsOf([]);
    const index = await PositionIndex.of(columns);
    for (let number = 0; number < 1_000; number++) index.move(number, 45, -93.2);
    expect(index.isWorn).toBe(false);
    expect(index.near(BOX, columns.size)!.has(999)).toBe(true);
    index.move(1_000, 45, -93.2);
    expect(index.isWorn).toBe(true);
  });

  it('knows whether a box contains all businesses, also after one moved', async () => {
    const index = await PositionIndex.of(columnsOf([INSIDE, { latitude: NaN, longitude: NaN }]));
    expect(index.areIn(BOX)).toBe(true);
    index.move(2, BOX.north, BOX.west);
    expect(index.areIn(BOX)).toBe(true);
    index.move(2, BOX.north, BOX.west - 0.001);
    expect(index.areIn(BOX)).toBe(false);
  });

  it('leaves a box with more than a quarter of all businesses to a comparison of all', async () => {
    const columns = columnsOf([INSIDE, OUTSIDE, OUTSIDE]);
    expect((await PositionIndex.of(columns)).near(BOX, columns.size)).toBeUndefined();
  });
});

function columnsOf(positions: { latitude: number; longitude: number }[]): Columns {
  const columns = new Columns(SIZE - 1_024);
  positions.forEach(({ latitude, longitude }, number) => {
    columns.latitudes[number] = latitude;
    columns.longitudes[number] = longitude;
  });
  return columns;
}
