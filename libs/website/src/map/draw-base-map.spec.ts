import { gzipSync } from 'node:zlib';
import { BARE_FROM_ZOOM } from './coarse.js';
import { drawBaseMap, homeMap } from './draw-base-map.js';
import { project, type View } from './view.js';

const STATE = { latitude: 46.4, longitude: -93.4, zoom: 6, width: 1200, height: 800 };
const TWIN_CITIES = { latitude: 44.95, longitude: -93.2, zoom: 10, width: 800, height: 600 };

describe(drawBaseMap.name, () => {
  it('draws the whole state in at most 16 KB, compressed', () => {
    const picture = drawBaseMap(STATE);
    const { state, borders, counties, lakes, rivers } = picture;
    for (const path of [state, borders, counties, lakes, rivers]) expect(path).toMatch(PATH);
    expect(gzipSync(JSON.stringify(picture)).length).toBeLessThan(16_000);
  });

  it.each([
    ['Lake Superior', 47.2, -91, 'lakes', true],
    ['Mille Lacs Lake', 46.24, -93.64, 'lakes', true],
    ['Minneapolis', 44.9778, -93.265, 'lakes', false],
    ['Minneapolis', 44.9778, -93.265, 'state', true],
    ['Fargo', 46.9, -97.1, 'state', false],
    ['Madison in Wisconsin', 43.07, -89.4, 'state', false],
  ] as const)('contains %s at %d, %d in its %s: %s', (_, latitude, longitude, part, expected) => {
    const { x, y } = project({ latitude, longitude }, STATE);
    expect(isIn(drawBaseMap(STATE)[part]!, x, y)).toBe(expected);
  });

  it('draws islands as holes in their lake', () => {
    const view = { latitude: 48, longitude: -88.9, zoom: 8, width: 800, height: 600 };
    const isleRoyale = project({ latitude: 48, longitude: -88.85 }, view);
    expect(isIn(drawBaseMap(view).lakes, isleRoyale.x, isleRoyale.y)).toBe(false);
    const besideIt = project({ latitude: 47.8, longitude: -88.85 }, view);
    expect(isIn(drawBaseMap(view).lakes, besideIt.x, besideIt.y)).toBe(true);
  });

  it('draws nothing far outside the picture', () => {
    const view = { ...TWIN_CITIES, zoom: 9 };
    const { state, lakes } = drawBaseMap(view);
    const points = pointsOf(state + lakes);
    expect(points).not.toEqual([]);
    const isFar = ([x, y]: [number, number]) =>
      x < -9 || x > view.width + 9 || y < -9 || y > view.height + 9;
    expect(points.filter(isFar)).toEqual([]);
  });

  it('draws shapes only below the zoom at which the finest are too coarse', () => {
    const { lakes, counties } = drawBaseMap({ ...TWIN_CITIES, zoom: 10.4 });
    for (const path of [lakes, counties]) expect(path).toMatch(PATH);
    const { places, ...shapes } = drawBaseMap({ ...TWIN_CITIES, zoom: BARE_FROM_ZOOM });
    expect(Object.values(shapes).join('')).toBe('');
    expect(places).not.toEqual([]);
  });

  describe.each([
    ['Minneapolis', TWIN_CITIES],
    ['Duluth', { ...TWIN_CITIES, latitude: 46.78, longitude: -92.1 }],
    ['Ely', { ...TWIN_CITIES, latitude: 47.9, longitude: -91.87 }],
    ['Saint Cloud', { ...TWIN_CITIES, latitude: 45.56, longitude: -94.16 }],
  ])('at %s', (_, place) => {
    it.each([7, 8, 9, 9.4, 10, 10.4])(
      'draws no shape whose edges are longer than 10 pixels on average at zoom %d',
      (zoom) => {
        const view = { ...place, zoom };
        const { state = '', borders, counties, lakes, rivers } = drawBaseMap(view);
        expect(lakes + counties).not.toBe('');
        for (const path of [state, borders, counties, lakes, rivers]) {
          for (const line of ringsOf(path)) {
            const lengths = edgesWithin(line, view).filter(isUnsurveyed).map(lengthOf);
            const mean = lengths.reduce((sum, each) => sum + each, 0) / lengths.length;
            // The visible part of a shape may be coarser than the rest.
            if (lengths.length > 5) expect(mean).toBeLessThan(15);
          }
        }
      },
    );
  });

  it('rounds the corners of shores where they would show', () => {
    const view = { latitude: 46.24, longitude: -93.65, zoom: 10.4, width: 600, height: 600 };
    const shore = pointsOf(drawBaseMap(view).lakes);
    const sharpest = shore.slice(2).map(([x, y], index) => {
      const [x1, y1] = shore[index]!;
      const [x2, y2] = shore[index + 1]!;
      const turn = Math.atan2(y - y2, x - x2) - Math.atan2(y2 - y1, x2 - x1);
      return Math.cos(turn);
    });
    // Two cuts of a corner leave no turn of more than 90 degrees, apart from the start of a ring.
    expect(shore.length).toBeGreaterThan(200);
    expect(sharpest.filter((cosine) => cosine < 0).length).toBeLessThan(shore.length / 20);
  });

  it('labels the largest cities, and more of them at closer zooms', () => {
    const names = (zoom: number) =>
      drawBaseMap({ ...TWIN_CITIES, zoom }).places.map(({ name }) => name);
    expect(names(6)[0]).toBe('Minneapolis');
    expect(names(6)).not.toContain('Saint Paul');
    expect(names(10)).toEqual(expect.arrayContaining(['Minneapolis', 'Saint Paul', 'Edina']));
  });

  it('keeps labels from overlapping or leaving the picture', () => {
    const { places } = drawBaseMap(TWIN_CITIES);
    expect(places.length).toBeGreaterThan(20);
    places.forEach((one, i) => {
      expect(one.x).toBeGreaterThan(0);
      expect(one.x).toBeLessThan(TWIN_CITIES.width);
      for (const other of places.slice(i + 1)) {
        const room = (one.name.length + other.name.length) * 3;
        expect(Math.abs(one.y - other.y) > 16 || Math.abs(one.x - other.x) > room).toBe(true);
      }
    });
  });

  it('labels a city below or above a marker that covers it', () => {
    const cluster = { west: 372, north: 267, east: 428, south: 323 };
    const view = { latitude: 44.9778, longitude: -93.265, zoom: 8, width: 800, height: 570 };
    const [free, moved] = [drawBaseMap(view), drawBaseMap(view, [cluster])].map(({ places }) =>
      places.find(({ name }) => name === 'Minneapolis'),
    );
    expect(Math.abs(free!.y - 285)).toBeLessThan(10);
    expect(moved!.x).toBe(free!.x);
    expect(moved!.y).toBeGreaterThan(cluster.south);
    expect(moved!.y).toBeLessThan(cluster.south + 12);
  });

  it('only draws the ground where the map has no data', () => {
    const picture = drawBaseMap({ ...TWIN_CITIES, latitude: 20, longitude: 20 });
    expect(Object.values(picture).flat().join('')).toBe('');
  });
});

describe(homeMap.name, () => {
  it('draws Minnesota in at most 6 KB, compressed', () => {
    const { view, ...paths } = homeMap(480, 560);
    expect(gzipSync(Object.values(paths).join('')).length).toBeLessThan(6_000);
    const { x, y } = project({ latitude: 44.9778, longitude: -93.265 }, view);
    expect(isIn(paths.state!, x, y)).toBe(true);
    const edges = pointsOf(paths.state!);
    expect(Math.max(...edges.map(([, pointY]) => pointY))).toBeLessThanOrEqual(560);
    expect(Math.min(...edges.map(([pointX]) => pointX))).toBeGreaterThanOrEqual(0);
  });
});

const PATH = /^(M-?\d+ -?\d+l[-\d ]+z?)+$/;

/** Returns the rings or lines of a `Pen` path, in pixels. */
function ringsOf(path: string): [number, number][][] {
  return path
    .split('M')
    .slice(1)
    .map((ring) => {
      const numbers = ring.match(/-?\d+/g)!.map(Number);
      let x = 0;
      let y = 0;
      return Array.from({ length: numbers.length / 2 }, (_, i) => {
        [x, y] = [x + numbers[2 * i]!, y + numbers[2 * i + 1]!];
        return [x / 10, y / 10];
      });
    });
}

type Edge = [east: number, south: number];

/** Returns the edges of a line whose ends are both in the picture. */
function edgesWithin(line: [number, number][], { width, height }: View): Edge[] {
  const isWithin = ([x, y]: [number, number]) => x > 0 && y > 0 && x < width && y < height;
  return line
    .slice(1)
    .map((end, i) => [line[i]!, end] as const)
    .filter((ends) => ends.every(isWithin))
    .map(([from, to]) => [to[0] - from[0], to[1] - from[1]]);
}

/** Reports whether an edge is oblique. Surveyed lines are long and straight in reality too. */
function isUnsurveyed([east, south]: Edge): boolean {
  const [least, most] = [Math.abs(east), Math.abs(south)].sort((a, b) => a - b) as Edge;
  return least > most * 0.15;
}

function lengthOf(edge: Edge): number {
  return Math.hypot(...edge);
}

function pointsOf(path: string): [number, number][] {
  return ringsOf(path).flat();
}

/** Tests a point by the `evenodd` rule. */
function isIn(path: string, x: number, y: number): boolean {
  let inside = false;
  for (const ring of ringsOf(path)) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [x1, y1] = ring[i]!;
      const [x2, y2] = ring[j]!;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}
