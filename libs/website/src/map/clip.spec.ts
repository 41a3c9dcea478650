import { clippedRing, visibleParts } from './clip.js';

const BOX = { west: 0, north: 0, east: 10, south: 10 };

describe(clippedRing.name, () => {
  it('keeps a ring inside the box unchanged', () => {
    expect(Array.from(clippedRing([1, 1, 9, 1, 5, 9], BOX))).toEqual([1, 1, 9, 1, 5, 9]);
  });

  it('removes a ring outside the box', () => {
    expect(clippedRing([11, 1, 19, 1, 15, 9], BOX)).toHaveLength(0);
  });

  it('returns the box for a ring that surrounds it', () => {
    const ring = Array.from(clippedRing([-5, -5, 15, -5, 15, 15, -5, 15], BOX));
    expect(areaOf(ring)).toBe(100);
  });

  it('keeps the inner area of a ring that crosses the sides', () => {
    expect(areaOf(Array.from(clippedRing([5, 5, 15, 5, 15, 15, 5, 15], BOX)))).toBe(25);
    // A comb whose teeth extend beyond the box, so two parts are inside.
    const comb = [-5, 1, 5, 1, 5, 3, -5, 3, -5, 5, 5, 5, 5, 7, -8, 7, -8, 1];
    expect(areaOf(Array.from(clippedRing(comb, BOX)))).toBe(20);
  });
});

describe(visibleParts.name, () => {
  it('keeps the segments that may be visible and ends a part where the line leaves the box', () => {
    const line = [-30, 5, -20, 5, 5, 5, 20, 5, 30, 5, 30, 8, 5, 8];
    expect([...visibleParts(line, BOX)]).toEqual([
      [-20, 5, 5, 5, 20, 5],
      [30, 8, 5, 8],
    ]);
  });

  it('removes a line next to the box', () => {
    expect([...visibleParts([-5, -5, 20, -5, 20, 20], BOX)]).toEqual([]);
  });
});

function areaOf(ring: number[]): number {
  let twice = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    twice += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  }
  return Math.abs(twice / 2);
}
