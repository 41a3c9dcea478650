import { COORDINATES, NOWHERE, toUnits, type UnitBox } from './positions.js';
import { SpatialIndex } from './spatial-index.js';

const SIZE = 5_000;

/**
 * Creates positions mostly around Minnesota, some anywhere in the world, and one in ten missing.
 */
function somePositions(): Int32Array {
  const positions = new Int32Array(SIZE * COORDINATES);
  for (let number = 0; number < SIZE; number++) {
    const [a, b] = [(number * 7919) % 1_000, (number * 104_729) % 997];
    const place =
      number % 20 === 0
        ? { latitude: a / 6 - 80, longitude: b / 3 - 170 }
        : { latitude: 43 + a / 150, longitude: -98 + b / 110 };
    const { x, y } = number % 10 === 3 ? { x: 0, y: NOWHERE } : toUnits(place);
    positions[number * COORDINATES] = x;
    positions[number * COORDINATES + 1] = y;
  }
  return positions;
}

function boxOf(south: number, west: number, north: number, east: number): UnitBox {
  const from = toUnits({ latitude: north, longitude: west });
  const to = toUnits({ latitude: south, longitude: east });
  return { west: from.x, north: from.y, east: to.x, south: to.y };
}

const BOXES: [string, UnitBox][] = [
  ['a city', boxOf(46.7, -92.2, 46.9, -92)],
  ['a county', boxOf(44.8, -94, 45.4, -93)],
  ['a point', boxOf(45, -93, 45, -93)],
  ['a corner of Minnesota, and beyond', boxOf(40, -105, 44, -96.5)],
  ['an ocean', boxOf(-40, -150, 20, -120)],
];

describe(SpatialIndex.name, () => {
  const positions = somePositions();
  const index = new SpatialIndex(positions);
  const within = ({ west, east, north, south }: UnitBox) =>
    Array.from({ length: SIZE }, (_, number) => number).filter((number) => {
      const x = positions[number * COORDINATES]!;
      const y = positions[number * COORDINATES + 1]!;
      return x >= west && x <= east && y >= north && y <= south;
    });

  it.each(BOXES)('finds all businesses in a part of the map and few others: %s', (_, box) => {
    const found = index.around(box, SIZE)!;
    const expected = within(box);
    expect(expected.filter((number) => !found.has(number))).toEqual([]);
    const all = [...found.ascending()].flatMap((part) => [...part]);
    expect(all.length).toBeLessThan(expected.length + SIZE / 10);
    expect(all.filter((number) => positions[number * COORDINATES + 1] === NOWHERE)).toEqual([]);
  });

  it.each([
    ['half of them', boxOf(43, -98, 50, -93)],
    ['the world', boxOf(-85, -180, 85, 180)],
  ])('returns undefined if the part contains %s', (_, box) => {
    expect(index.around(box, SIZE)).toBeUndefined();
  });

  it('finds moved businesses everywhere until too many have moved', () => {
    const [, box] = BOXES[0]!;
    const ofItsOwn = new SpatialIndex(positions);
    expect(ofItsOwn.around(box, SIZE)!.has(7)).toBe(false);
    ofItsOwn.move(7);
    expect(ofItsOwn.around(box, SIZE)!.has(7)).toBe(true);
    expect(ofItsOwn.isOutdated).toBe(false);
    for (let times = 1; times < 10_000; times++) ofItsOwn.move(7);
    expect(ofItsOwn.isOutdated).toBe(true);
  });

  it('returns undefined if no business has a position', () => {
    const nowhere = new Int32Array(2 * COORDINATES).fill(NOWHERE);
    expect(new SpatialIndex(nowhere).around(BOXES[0]![1], 2)).toBeUndefined();
  });
});
