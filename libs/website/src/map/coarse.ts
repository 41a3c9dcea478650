/** Maximum average length of a shape's edges, in pixels. */
const LONGEST_EDGE = 10;

/** Number of edges with which a shape is recognizable at any zoom. */
const DETAILED = 24;

/**
 * Returns the width of the world in pixels from which a ring with few edges looks like a triangle.
 *
 * @param ring alternating x and y coordinates from 0 to 1, ending where it starts
 */
export function coarseFrom(ring: ArrayLike<number>): number {
  const edges = ring.length / 2 - 1;
  if (edges >= DETAILED) return Infinity;
  let length = 0;
  for (let i = 2; i < ring.length; i += 2)
    length += Math.hypot(ring[i]! - ring[i - 2]!, ring[i + 1]! - ring[i - 1]!);
  return (LONGEST_EDGE * edges) / length;
}

/**
 * Rounds the corners of a ring by cutting them twice (Chaikin's algorithm). The result stays within
 * the ring's bounding rectangle.
 *
 * @param ring alternating x and y coordinates, ending where it starts
 */
export function smooth(ring: ArrayLike<number>): number[] {
  return cutCorners(cutCorners(ring));
}

function cutCorners(ring: ArrayLike<number>): number[] {
  const cut: number[] = [];
  for (let i = 2; i < ring.length; i += 2) {
    const [x1, y1, x2, y2] = [ring[i - 2]!, ring[i - 1]!, ring[i]!, ring[i + 1]!];
    const [dx, dy] = [(x2 - x1) / 4, (y2 - y1) / 4];
    cut.push(x1 + dx, y1 + dy, x2 - dx, y2 - dy);
  }
  return [...cut, ...cut.slice(0, 2)];
}
