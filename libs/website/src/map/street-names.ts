import { toMercator, worldSize } from '#libs/geography/src/mercator.js';
import { type Box, contains, overlap } from './clip.js';
import { featuresOf, outlinesOf, type Tile } from './draw-streets.js';
import type { MapPoint, View } from './view.js';

/** A nearly straight part of a street that has room for its name. */
export interface Stretch {
  name: string;
  from: MapPoint;
  to: MapPoint;
}

/** Name of a street, centered on a point. */
export interface StreetName extends MapPoint {
  name: string;
  /** Degrees clockwise from the horizontal, from -90 to 90. */
  angle: number;
}

/** Minimum zoom of the picture by kind of street, most important first. */
const NAMED_FROM_ZOOM = { highway: 14, major_road: 14, minor_road: 16 };

const LONGEST_NAME = 40;
const MOST_NAMES = 12;
/** Streets from which these are chosen. */
const MOST_STRETCHES = 60;
/** Maximum distance of a street from the straight line, in pixels. */
const BEND = 3;
/** Points of a street that are considered at once, which bounds the work. */
const MOST_POINTS = 30;

/** Sizes of a name in pixels: average letter width, line height, and space at its ends. */
const LETTER = 6.5;
const LINE = 16;
const ROOM = 8;

/** Returns the longest nearly straight part of each larger street in a view. */
export function stretchesOf(view: View, tiles: readonly Tile[]): Stretch[] {
  const frame = { west: ROOM, north: ROOM, east: view.width - ROOM, south: view.height - ROOM };
  const stretches = Object.entries(NAMED_FROM_ZOOM)
    .filter(([, zoom]) => view.zoom >= zoom)
    .flatMap(([kind]) => {
      const longest = new Map<string, Stretch>();
      for (const { name, points } of streetsOf(view, tiles, kind)) {
        for (const [from, to] of straightParts(points)) {
          const stretch = { name, ...clipped(from, to, frame) };
          const length = lengthOf(stretch);
          const known = longest.get(name);
          if (length >= widthOf(name) && (!known || length > lengthOf(known)))
            longest.set(name, stretch);
        }
      }
      return [...longest.values()].sort((one, other) => lengthOf(other) - lengthOf(one));
    });
  return stretches.slice(0, MOST_STRETCHES);
}

/** Returns the streets of a kind, with points in pixels. */
function* streetsOf(
  view: View,
  tiles: readonly Tile[],
  kind: string,
): Generator<{ name: string; points: MapPoint[] }> {
  const center = toMercator(view);
  const scale = worldSize(view.zoom);
  for (const tile of tiles) {
    for (const feature of featuresOf(tile, 'roads')) {
      const { name, kind: own } = feature.properties;
      if (own !== kind || typeof name !== 'string' || name.length > LONGEST_NAME) continue;
      for (const { coordinates } of outlinesOf(feature, tile)) {
        const points = Array.from({ length: coordinates.length / 2 }, (_, i) => ({
          x: view.width / 2 + (coordinates[2 * i]! - center.x) * scale,
          y: view.height / 2 + (coordinates[2 * i + 1]! - center.y) * scale,
        }));
        yield { name, points };
      }
    }
  }
}

/**
 * Places names along streets where they fit.
 *
 * @param takenBefore areas without names
 * @param frame area that names do not leave
 */
export function streetNamesIn(
  stretches: readonly Stretch[],
  takenBefore: readonly Box[],
  frame: Box,
): StreetName[] {
  const taken = [...takenBefore];
  const named = new Set<string>();
  const names: StreetName[] = [];
  for (const { name, from, to } of stretches) {
    if (names.length === MOST_NAMES) break;
    if (named.has(name)) continue;
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const angle = Math.atan(dy / dx);
    const end = widthOf(name) / 2 / Math.hypot(dx, dy);
    for (const share of [0.5, 0.25, 0.75, end, 1 - end].filter(
      (each) => each >= end && each <= 1 - end,
    )) {
      const [x, y] = [from.x + dx * share, from.y + dy * share].map(Math.round) as [number, number];
      const box = boxAround({ x, y }, widthOf(name), angle);
      if (!contains(frame, box) || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      named.add(name);
      names.push({ name, x, y, angle: Math.round((angle * 180) / Math.PI) });
      break;
    }
  }
  return names;
}

/** Divides a line into parts that are nearly straight, and returns their ends. */
function* straightParts(points: readonly MapPoint[]): Generator<[MapPoint, MapPoint]> {
  for (let start = 0; start < points.length - 1;) {
    let end = start + 1;
    while (
      end + 1 < points.length &&
      end + 1 - start < MOST_POINTS &&
      isStraight(points.slice(start, end + 2))
    )
      end++;
    yield [points[start]!, points[end]!];
    start = end;
  }
}

function isStraight(points: readonly MapPoint[]): boolean {
  const from = points[0]!;
  const to = points.at(-1)!;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  return points.every(
    ({ x, y }) => Math.abs((x - from.x) * dy - (y - from.y) * dx) <= BEND * length,
  );
}

/** Returns the part of a line inside a box, which may be empty. */
function clipped(from: MapPoint, to: MapPoint, box: Box): Omit<Stretch, 'name'> {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  let start = 0;
  let end = 1;
  for (const [step, room] of [
    [-dx, from.x - box.west],
    [dx, box.east - from.x],
    [-dy, from.y - box.north],
    [dy, box.south - from.y],
  ] as const) {
    if (step < 0) start = Math.max(start, room / step);
    else if (step > 0) end = Math.min(end, room / step);
    else if (room < 0) end = 0;
  }
  const at = (share: number) => ({ x: from.x + dx * share, y: from.y + dy * share });
  return { from: at(start), to: at(Math.max(start, end)) };
}

function lengthOf({ from, to }: Omit<Stretch, 'name'>): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function widthOf(name: string): number {
  return name.length * LETTER + 2 * ROOM;
}

/** Returns the box around a line of text that is rotated. */
function boxAround({ x, y }: MapPoint, width: number, angle: number): Box {
  const cosine = Math.abs(Math.cos(angle));
  const sine = Math.abs(Math.sin(angle));
  const right = (width * cosine + LINE * sine) / 2;
  const down = (width * sine + LINE * cosine) / 2;
  return { west: x - right, north: y - down, east: x + right, south: y + down };
}
