/** Zoom from which the map draws no shapes, because even the finest of them are too coarse. */
export const BARE_FROM_ZOOM = 10.5;

/** Zoom from which the corners of shores would be visible, so they are rounded. */
export const SMOOTH_FROM_ZOOM = 8.5;

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
    const x1 = ring[i - 2]!;
    const y1 = ring[i - 1]!;
    const x2 = ring[i]!;
    const y2 = ring[i + 1]!;
    const dx = (x2 - x1) / 4;
    const dy = (y2 - y1) / 4;
    cut.push(x1 + dx, y1 + dy, x2 - dx, y2 - dy);
  }
  return [...cut, ...cut.slice(0, 2)];
}
