/** A rectangle parallel to the axes, with y growing to the south. */
export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

export function overlap(a: Box, b: Box): boolean {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south;
}

/** Reports whether `outer` contains all of `inner`. */
export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.west <= inner.west &&
    outer.north <= inner.north &&
    outer.east >= inner.east &&
    outer.south >= inner.south
  );
}

/**
 * Clips a ring to the box by the Sutherland–Hodgman algorithm, one side at a time. Where the ring
 * leaves the box, the result follows the box's sides. Its area is exact, but a line along it is
 * only correct inside the box.
 *
 * @param ring alternating x and y coordinates
 */
export function clippedRing(ring: ArrayLike<number>, box: Box): ArrayLike<number> {
  return SIDES.reduce<ArrayLike<number>>((rest, side) => cutAt(side(box), rest), ring);
}

/** A side of a box that clips rings. */
interface Side {
  axis: 0 | 1;
  at: number;
  /** 1 if greater coordinates are inside, -1 if smaller ones are. */
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
 * Returns the parts of a line that may be visible in the box. It keeps each segment whose bounding
 * rectangle overlaps the box, so a part extends beyond the box by at most a segment.
 */
export function* visibleParts(line: ArrayLike<number>, box: Box): Generator<number[]> {
  let part: number[] = [];
  for (let i = 2; i < line.length; i += 2) {
    const x1 = line[i - 2]!;
    const y1 = line[i - 1]!;
    const x2 = line[i]!;
    const y2 = line[i + 1]!;
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
