import type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';
import { type Outline, outlineOf } from './base-map.js';
import { GREEN } from './green.js';
import { Pen } from './pen.js';
import type { View } from './view.js';

/** A vector tile in the Protomaps schema (https://docs.protomaps.com/basemaps/layers). */
export interface Tile {
  z: number;
  x: number;
  y: number;
  content: VectorTile;
}

/** Shapes that look alike, as SVG path data in the units of `Pen`. */
export interface StreetLayer {
  name: string;
  path: string;
  /** Width of the lines in pixels. Without one, the shapes are areas. */
  width?: number;
}

interface Rule {
  name: string;
  /** Layer of the tile. */
  from: string;
  kinds?: ReadonlySet<string>;
  /** Minimum zoom of the picture. */
  zoom?: number;
  /** Width of the lines at zoom 16, in pixels. */
  width?: number;
}

/** Layers of a picture, from the bottom to the top. */
const RULES: readonly Rule[] = [
  { name: 'park', from: 'landuse', kinds: new Set(GREEN) },
  { name: 'water', from: 'water' },
  { name: 'stream', from: 'water', width: 2 },
  { name: 'building', from: 'buildings', zoom: 15 },
  { name: 'rail', from: 'roads', kinds: new Set(['rail', 'ferry']), zoom: 12, width: 1.5 },
  { name: 'way', from: 'roads', kinds: new Set(['path']), zoom: 15, width: 1 },
  { name: 'road', from: 'roads', kinds: new Set(['minor_road', 'other']), zoom: 13, width: 6 },
  { name: 'road', from: 'roads', kinds: new Set(['major_road']), width: 9 },
  { name: 'road', from: 'roads', kinds: new Set(['highway']), width: 12 },
];

const GROWTH = 1.5;
const THINNEST = 0.8;
/** A layer whose path is longer is omitted, which bounds the size of pages. */
const LONGEST_PATH = 150_000;

const LINE = 2;
const AREA = 3;

/** Draws the streets, water, parks and buildings of a view. */
export function drawStreets(view: View, tiles: readonly Tile[]): StreetLayer[] {
  const pen = new Pen(view);
  return RULES.flatMap(({ name, from, kinds, zoom = 0, width }) => {
    if (view.zoom < zoom) return [];
    const type = width === undefined ? AREA : LINE;
    const outlines = tiles.flatMap((tile) =>
      [...featuresOf(tile, from)]
        .filter((feature) => feature.type === type)
        .filter(({ properties: { kind } }) => kinds?.has(String(kind)) ?? true)
        .flatMap((feature) => outlinesOf(feature, tile)),
    );
    const path = width === undefined ? pen.rings(outlines) : pen.lines(outlines);
    if (path === '' || path.length > LONGEST_PATH) return [];
    const scaled = width && Math.max(THINNEST, width * GROWTH ** (view.zoom - 16));
    return [{ name, path, ...(scaled && { width: scaled }) }];
  });
}

export function* featuresOf({ content }: Tile, name: string): Generator<VectorTileFeature> {
  const layer = content.layers[name];
  for (let i = 0; i < (layer?.length ?? 0); i++) yield layer!.feature(i);
}

/** Returns the rings or lines of a feature in Web Mercator coordinates. */
export function outlinesOf(feature: VectorTileFeature, { z, x, y }: Tile): Outline[] {
  const tiles = 2 ** z;
  return feature.loadGeometry().map((points) => {
    const coordinates = new Float64Array(points.length * 2);
    points.forEach((point, index) => {
      coordinates[2 * index] = (x + point.x / feature.extent) / tiles;
      coordinates[2 * index + 1] = (y + point.y / feature.extent) / tiles;
    });
    return outlineOf(coordinates);
  });
}
