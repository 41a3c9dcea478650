import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  LineString,
  MultiLineString,
  MultiPolygon,
  Point as PointShape,
  Topology,
} from 'topojson-specification';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { type Point } from '#libs/geography/src/distance.js';
import { toMercator } from '#libs/geography/src/mercator.js';
import { type Box } from './clip.js';

/** A ring or a line in Web Mercator coordinates, which range from 0 to 1. */
export interface Outline extends Box {
  /**
   * Alternating x and y coordinates. A 32-bit float is precise to a tenth of a pixel at zoom 12.
   */
  coordinates: Float32Array | Float64Array;
}

/** A shape whose edges are short enough below a zoom. */
export interface Shape {
  outlines: readonly Outline[];
  /** Zoom from which the shape must not be drawn. */
  until: number;
}

export interface River extends Shape {
  /** Size class from 1, the largest, to 4. */
  level: number;
}

export interface City extends Point {
  name: string;
  population: number;
}

export interface BaseMap {
  state: Shape;
  /** Borders between other states. */
  borders: readonly Shape[];
  /** Borders between counties, each stored once. */
  counties: readonly Shape[];
  /** Lakes, each with its islands. */
  lakes: readonly Shape[];
  rivers: readonly River[];
  /** Cities, largest first. */
  cities: readonly City[];
}

/** File format that make-base-map.mjs writes. */
type Source = Topology<{
  water: Collection<MultiPolygon<Until>>;
  rivers: Collection<LineString<Until & { level: number }>>;
  counties: Collection<MultiLineString<Until>>;
  state: Collection<MultiPolygon<Until>>;
  borders: Collection<MultiLineString<Until>>;
  places: Collection<PointShape<{ name: string; population: number }>>;
}>;

interface Collection<G> {
  type: 'GeometryCollection';
  geometries: G[];
}

type Until = Pick<Shape, 'until'>;

const FILE = join(PROJECT_ROOT, 'libs/website/data/base-map.topo.json');

let map: BaseMap | undefined;

/**
 * Returns the map drawn behind the businesses, which takes about 5 MB of memory.
 * libs/website/data/README.md lists its sources. The first call takes about 100 ms, so the program
 * makes it before it listens.
 */
export function baseMap(): BaseMap {
  return (map ??= new Decoder(JSON.parse(readFileSync(FILE, 'utf8')) as Source).decode());
}

/** Decodes a topology whose shapes share lines ("arcs") that are stored once. */
class Decoder {
  private readonly arcs: readonly Float32Array[];

  constructor(private readonly source: Source) {
    this.arcs = source.arcs.map((arc) => this.toMercator(arc));
  }

  decode(): BaseMap {
    const { water, rivers, counties, state, borders, places } = this.source.objects;
    return {
      state: this.areas(state)[0]!,
      borders: this.lines(borders),
      counties: this.lines(counties),
      lakes: this.areas(water),
      rivers: rivers.geometries.map(({ arcs, properties }) => ({
        outlines: [this.outline(arcs)],
        ...properties!,
      })),
      cities: places.geometries
        .map(({ coordinates, properties }) => ({ ...properties!, ...this.pointAt(coordinates) }))
        .sort((a, b) => b.population - a.population),
    };
  }

  private areas({ geometries }: Collection<MultiPolygon<Until>>): Shape[] {
    return geometries.flatMap(({ arcs, properties }) =>
      arcs.map((rings) => ({
        outlines: rings.map((ring) => this.outline(ring)),
        until: properties!.until,
      })),
    );
  }

  private lines({ geometries }: Collection<MultiLineString<Until>>): Shape[] {
    return geometries.map(({ arcs, properties }) => ({
      outlines: arcs.map((line) => this.outline(line)),
      until: properties!.until,
    }));
  }

  /** Converts grid steps, each relative to the previous point, to Web Mercator. */
  private toMercator(arc: readonly (readonly number[])[]): Float32Array {
    const coordinates = new Float32Array(arc.length * 2);
    let [gridX, gridY] = [0, 0];
    arc.forEach((step, i) => {
      gridX += step[0]!;
      gridY += step[1]!;
      const { x, y } = toMercator(this.pointAt([gridX, gridY]));
      coordinates[2 * i] = x;
      coordinates[2 * i + 1] = y;
    });
    return coordinates;
  }

  private pointAt([x, y]: readonly number[]): Point {
    const { scale, translate } = this.source.transform!;
    return { latitude: y! * scale[1] + translate[1], longitude: x! * scale[0] + translate[0] };
  }

  /** Joins consecutive arcs. `~n` means arc n in reverse. */
  private outline(numbers: readonly number[]): Outline {
    const [first = 0] = numbers;
    const coordinates =
      numbers.length === 1 && first >= 0
        ? this.arcs[first]!
        : Float32Array.from(numbers.flatMap((number) => this.pointsOf(number)).flat());
    return { coordinates, ...boxAround(coordinates) };
  }

  private pointsOf(number: number): number[][] {
    const arc = this.arcs[number < 0 ? ~number : number]!;
    const points = Array.from({ length: arc.length / 2 }, (_, i) => [arc[2 * i]!, arc[2 * i + 1]!]);
    return number < 0 ? points.reverse() : points;
  }
}

function boxAround(coordinates: Float32Array): Box {
  let [west, north, east, south] = [1, 1, 0, 0];
  for (let i = 0; i < coordinates.length; i += 2) {
    const [x, y] = [coordinates[i]!, coordinates[i + 1]!];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  return { west, north, east, south };
}
