import { baseMap, type City } from './base-map.js';
import { type Box, overlap } from './clip.js';
import { Pen } from './pen.js';
import { project, type View, viewOf } from './view.js';

/** Path data for an SVG with `viewBox="0 0 {width} {height}"`. Some paths may be empty. */
export interface BaseMapPicture {
  /** Area of Minnesota. */
  state: string;
  /** Lines between other states. */
  borders: string;
  /** Lines between counties. */
  counties: string;
  /** Areas of lakes. They require the `evenodd` fill rule, because the rings include islands. */
  lakes: string;
  /** Lines of rivers. */
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

/** Zoom from which no water is drawn, because all shores are too coarse. */
export const DRY_FROM_ZOOM = 11;

/** Zoom from which the corners of shores are visible, and rounded. */
const SMOOTH_FROM_ZOOM = 9.5;

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

/** @param taken areas without labels */
export function drawBaseMap(view: View, taken: readonly Box[] = []): BaseMapPicture {
  const { state, borders, counties } = baseMap();
  const pen = new Pen(view);
  const hasWater = view.zoom < DRY_FROM_ZOOM;
  return {
    state: pen.rings(state),
    borders: pen.lines(borders),
    counties: pen.lines(counties),
    lakes: hasWater ? lakesDrawnBy(pen, SMALLEST_LAKE, view.zoom >= SMOOTH_FROM_ZOOM) : '',
    rivers: hasWater ? riversDrawnBy(pen, view.zoom) : '',
    places: placesIn(view, taken),
  };
}

/**
 * Draws Minnesota with its large lakes and rivers, which extend beyond the state. The caller may
 * clip them.
 */
export function homeMap(width: number, height: number): StatePicture {
  const view = viewOf(STATE, width, height);
  const pen = new Pen(view, STEP_OF_STATE);
  return {
    view,
    state: pen.rings(baseMap().state),
    lakes: lakesDrawnBy(pen, SMALLEST_LAKE_OF_STATE),
    rivers: riversDrawnBy(pen, 0),
  };
}

function lakesDrawnBy(pen: Pen, smallest: number, isSmooth = false): string {
  return baseMap()
    .lakes.filter(([shore]) => pen.extentOf(shore!) >= smallest && pen.suits(shore!))
    .map((rings) => pen.rings(rings, isSmooth))
    .join('');
}

function riversDrawnBy(pen: Pen, zoom: number): string {
  const shown = baseMap().rivers.filter(({ level }) => zoom >= RIVERS_FROM_ZOOM[level]!);
  return pen.lines(shown.map(({ outline }) => outline));
}

/** Places labels of the largest cities that fit. */
export function placesIn(view: View, takenBefore: readonly Box[] = []): PlaceLabel[] {
  const labels: PlaceLabel[] = [];
  const taken = [...takenBefore];
  for (const city of baseMap().cities) {
    const { x, y } = project(city.latitude, city.longitude, view);
    const [right, down] = [(city.name.length * LETTER) / 2, LINE / 2];
    const isInside = x > right && y > down && x < view.width - right && y < view.height - down;
    if (!isInside) continue;
    const box = { west: x - right, north: y - down, east: x + right, south: y + down };
    if (taken.some((other) => overlap(box, other))) continue;
    const { west, north, east, south } = box;
    taken.push({
      west: west - ROOM,
      north: north - ROOM,
      east: east + ROOM,
      south: south + ROOM,
    });
    labels.push({ name: city.name, x: Math.round(x), y: Math.round(y), rank: rankOf(city) });
    if (labels.length === MOST_PLACES) break;
  }
  return labels;
}

function rankOf({ population }: City): PlaceLabel['rank'] {
  if (population >= LARGE_CITY) return 1;
  return population >= MIDDLING_CITY ? 2 : 3;
}
