import { baseMap, type City, type Shape } from './base-map.js';
import { type Box, contains, overlap } from './clip.js';
import { SMOOTH_FROM_ZOOM } from './coarse.js';
import { Pen } from './pen.js';
import { project, type View, viewOf } from './view.js';

/** Path data for an SVG with `viewBox="0 0 {width} {height}"`. Some paths may be empty. */
export interface BaseMapPicture {
  /** Area of Minnesota, or undefined if its outline is too coarse for the zoom. */
  state: string | undefined;
  /** Lines between other states. */
  borders: string;
  counties: string;
  /** Areas of lakes. They require the `evenodd` fill rule, because the rings include islands. */
  lakes: string;
  rivers: string;
  places: PlaceLabel[];
}

/** City name centered on a point. */
export interface PlaceLabel {
  name: string;
  x: number;
  y: number;
  /** 1 for a large city, 2 for a medium one, 3 for the others. */
  rank: 1 | 2 | 3;
}

/** A picture of the whole state. */
export interface StatePicture extends Pick<BaseMapPicture, 'state' | 'lakes' | 'rivers'> {
  view: View;
}

/** Bounds of the state in degrees, which `homeMap` shows. */
const STATE = { south: 43.49, north: 49.39, west: -97.25, east: -89.48 };

/**
 * Coarser limits for that picture: minimum area of a lake in square pixels, and minimum step in
 * pixels.
 */
const SMALLEST_LAKE_OF_STATE = 120;
const STEP_OF_STATE = 2;

/** Minimum area of a lake's bounding rectangle, in square pixels. */
const SMALLEST_LAKE = 16;

/** Minimum zoom at which rivers are drawn, by level. */
const RIVERS_FROM_ZOOM = [0, 0, 0, 7, 8];

const LARGE_CITY = 80_000;
const MIDDLING_CITY = 15_000;

/** Sizes of a label in pixels: average letter width, line height, and space around the name. */
const LETTER = 9;
const LINE = 16;
const ROOM = 16;
const MOST_PLACES = 50;

/**
 * @param taken areas without labels
 * @param frame area that labels do not leave
 */
export function drawBaseMap(
  view: View,
  taken: readonly Box[] = [],
  frame = frameOf(view),
): BaseMapPicture {
  const places = placesIn(view, taken, frame);
  return { ...shapesIn(view, new Pen(view), SMALLEST_LAKE), places };
}

/**
 * Draws Minnesota with its large lakes and rivers, which extend beyond the state. The caller may
 * clip them.
 */
export function homeMap(width: number, height: number): StatePicture {
  const view = viewOf(STATE, width, height);
  const pen = new Pen(view, STEP_OF_STATE);
  const { state, lakes, rivers } = shapesIn(view, pen, SMALLEST_LAKE_OF_STATE);
  return { view, state, lakes, rivers };
}

/** Draws the shapes that are detailed enough for the zoom. */
function shapesIn({ zoom }: View, pen: Pen, smallestLake: number): Omit<BaseMapPicture, 'places'> {
  const { state, borders, counties, lakes, rivers } = baseMap();
  const isFine = ({ until }: Shape) => zoom < until;
  const linesOf = (shapes: readonly Shape[]) =>
    pen.lines(shapes.filter(isFine).flatMap(({ outlines }) => outlines));
  return {
    state: isFine(state) ? pen.rings(state.outlines) : undefined,
    borders: linesOf(borders),
    counties: linesOf(counties),
    lakes: lakes
      .filter((lake) => isFine(lake) && pen.extentOf(lake.outlines[0]!) >= smallestLake)
      .map(({ outlines }) => pen.rings(outlines, zoom >= SMOOTH_FROM_ZOOM))
      .join(''),
    rivers: linesOf(rivers.filter(({ level }) => zoom >= RIVERS_FROM_ZOOM[level]!)),
  };
}

/**
 * Places labels of the largest cities that fit. A marker on a city moves its label.
 *
 * @param markers areas without labels
 * @param frame area that labels do not leave
 */
export function placesIn(view: View, markers: readonly Box[], frame: Box): PlaceLabel[] {
  const labels: PlaceLabel[] = [];
  const taken: Box[] = [];
  for (const city of baseMap().cities) {
    const label = labelOf(city, view, markers);
    if (!label) continue;
    const box = boxOfPlace(label);
    if (!contains(frame, box) || taken.some((other) => overlap(box, other))) continue;
    const { west, north, east, south } = box;
    taken.push({
      west: west - ROOM,
      north: north - ROOM,
      east: east + ROOM,
      south: south + ROOM,
    });
    labels.push(label);
    if (labels.length === MOST_PLACES) break;
  }
  return labels;
}

/** Returns the label on a city, or else below or above the markers that cover it, if one fits. */
function labelOf(city: City, view: View, markers: readonly Box[]): PlaceLabel | undefined {
  const { x, y } = project(city, view);
  const at = (height: number): PlaceLabel => {
    return { name: city.name, x: Math.round(x), y: Math.round(height), rank: rankOf(city) };
  };
  const coveredBy = (label: PlaceLabel) =>
    markers.filter((marker) => overlap(boxOfPlace(label), marker));
  const covering = coveredBy(at(y));
  if (covering.length === 0) return at(y);
  const below = Math.max(...covering.map(({ south }) => south)) + LINE / 2 + 1;
  const above = Math.min(...covering.map(({ north }) => north)) - LINE / 2 - 1;
  return [at(below), at(above)].find((label) => coveredBy(label).length === 0);
}

export function boxOfPlace({ name, x, y }: PlaceLabel): Box {
  const right = (name.length * LETTER) / 2;
  const down = LINE / 2;
  return { west: x - right, north: y - down, east: x + right, south: y + down };
}

export function frameOf({ width, height }: View): Box {
  return { west: 0, north: 0, east: width, south: height };
}

function rankOf({ population }: City): PlaceLabel['rank'] {
  if (population >= LARGE_CITY) return 1;
  return population >= MIDDLING_CITY ? 2 : 3;
}
