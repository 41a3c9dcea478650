/** A rectangle whose sides are parallel to the axes, with y growing to the south. */
export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

export function overlap(a: Box, b: Box): boolean {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south;
}

/** Whether all of `inner` is in `outer`. */
export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.west <= inner.west &&
    outer.north <= inner.north &&
    outer.east >= inner.east &&
    outer.south >= inner.south
  );
}

/**
 * What of a ring is inside the box, by Sutherland and Hodgman: cut at one side after another. Where
 * the ring leaves the box it follows the sides, so the area is right, and a line drawn along it is
 * right inside the box only.
 *
 * @param ring x and y of each point in turn
 */
export function clippedRing(ring: ArrayLike<number>, box: Box): ArrayLike<number> {
  return SIDES.reduce<ArrayLike<number>>((rest, side) => cutAt(side(box), rest), ring);
}

/** A side of a box: what is on the right side of it, and where a segment crosses it. */
interface Side {
  axis: 0 | 1;
  at: number;
  /** 1 where greater coordinates are inside, and -1 where smaller ones are. */
  inside: 1 | -1;
}

const SIDES: readonly ((box: Box) => Side)[] = [
  ({ west }) => ({ axis: 0, at: west, inside: 1 }),
  ({ east }) => ({ axis: 0, at: east, inside: -1 }),
  ({ north }) => ({ axis: 1, at: north, inside: 1 }),
  ({ south }) => ({ axis: 1, at: south, inside: -1 }),
];

function cutAt({ axis, at, inside }: Side, ring: ArrayLike<number>): number[] {
  const kept: number[] = [];
  for (let i = 0, previous = ring.length - 2; i < ring.length; previous = i, i += 2) {
    const from = (ring[previous + axis]! - at) * inside;
    const to = (ring[i + axis]! - at) * inside;
    if (from >= 0 !== to >= 0) {
      const share = from / (from - to);
      kept.push(between(ring, previous, i, share), between(ring, previous + 1, i + 1, share));
    }
    if (to >= 0) kept.push(ring[i]!, ring[i + 1]!);
  }
  return kept;
}

function between(values: ArrayLike<number>, from: number, to: number, share: number): number {
  return values[from]! + (values[to]! - values[from]!) * share;
}

/**
 * The stretches of a line that may be seen in the box: each segment whose own rectangle overlaps
 * the box is kept whole, so they reach beyond it by a segment at most.
 */
export function* visibleParts(line: ArrayLike<number>, box: Box): Generator<number[]> {
  let part: number[] = [];
  for (let i = 2; i < line.length; i += 2) {
    const [x1, y1, x2, y2] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const visible =
      Math.max(x1, x2) >= box.west &&
      Math.min(x1, x2) <= box.east &&
      Math.max(y1, y2) >= box.north &&
      Math.min(y1, y2) <= box.south;
    if (visible) {
      if (!part.length) part.push(x1, y1);
      part.push(x2, y2);
    } else if (part.length) {
      yield part;
      part = [];
    }
  }
  if (part.length) yield part;
}
