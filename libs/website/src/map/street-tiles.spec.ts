import { mkdir, writeFile } from 'node:fs/promises';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { writePmtiles } from '../../../../test/support/pmtiles.ts';
import type { Box } from './clip.js';
import { streetNamesIn } from './street-names.js';
import { StreetTiles } from './street-tiles.js';
import type { View } from './view.js';
import { useFolder } from '../../../../test/support/use-folder.ts';

describe('street tiles', () => {
  const VIEW: View = { latitude: 45, longitude: -93, zoom: 16, width: 480, height: 260 };
  const inFolder = useFolder();
  let file: string;

  beforeEach(async () => {
    await mkdir(inFolder('maps'));
    file = inFolder('maps', 'minnesota.pmtiles');
    const layers = {
      water: collection('Polygon', 'lake', [[...square(0.1)]]),
      buildings: collection('Polygon', 'building', [[...square(0.01)]]),
      roads: collection('LineString', 'minor_road', [
        [-93.2, 45],
        [-92.8, 45],
      ]),
    };
    await writePmtiles(file, layers, '');
  });

  const open = (settings = {}) =>
    new StreetTiles(loadEnvironment({ DATA_DIR: inFolder(), ...settings }));
  const layersAt = async (zoom: number) =>
    (await open().picture({ ...VIEW, zoom }))?.layers.map(({ name }) => name);

  it('are drawn by zoom', async () => {
    expect(await layersAt(16)).toEqual(['water', 'building', 'road']);
    expect(await layersAt(14)).toEqual(['water', 'road']);
    expect(await layersAt(12)).toEqual(['water']);
    expect(await layersAt(10)).toBeUndefined();
  });

  it('have names where they fit, the larger streets first', async () => {
    const streets = Array.from({ length: 40 }, (_, i) => {
      const latitude = 44.98 + i / 1_000;
      const longitude = -93.02 + i / 1_000;
      return [
        street('minor_road', `East ${i}th Street`, [-93.2, latitude], [-92.8, latitude]),
        street('minor_road', `North ${i}th Ave`, [longitude, 45.2], [longitude, 44.8]),
      ];
    }).flat();
    const bends = Array.from({ length: 400 }, (_, i) => [-93.04 + i / 5_000, 45 + (i % 2) / 1_000]);
    const roads = [
      ...streets,
      street('minor_road', 'Winding Way', ...bends),
      street('minor_road', `${'Long '.repeat(9)}Street`, [-93.2, 45.0001], [-92.8, 45.0001]),
      street('major_road', 'Diagonal & Main', [-93.02, 45.02], [-92.98, 44.98]),
    ];
    await writePmtiles(file, { roads: { type: 'FeatureCollection', features: roads } }, '');
    const frame = { west: 0, north: 0, east: VIEW.width, south: VIEW.height };
    const marker = { west: 216, north: 106, east: 264, south: 154 };
    const namesAt = async (zoom: number) =>
      streetNamesIn((await open().picture({ ...VIEW, zoom }))!.stretches, [marker], frame);
    const names = await namesAt(16);
    expect(names[0]!.name).toBe('Diagonal & Main');
    expect(names[0]!.angle).toBeCloseTo(55, -1);
    expect(names.length).toBeGreaterThan(5);
    expect(names.length).toBeLessThanOrEqual(12);
    expect(names.map(({ name }) => name)).toEqual([...new Set(names.map(({ name }) => name))]);
    expect(names.some(({ name }) => /Winding|Long/.test(name))).toBe(false);
    // Points every few pixels along each name, which keep a distance from the others' and the marker.
    const points = names.map(({ name, x, y, angle }) =>
      Array.from({ length: 21 }, (_, i) => {
        const along = ((i - 10) / 20) * name.length * 6;
        const turn = (angle * Math.PI) / 180;
        return [x + along * Math.cos(turn), y + along * Math.sin(turn)] as const;
      }),
    );
    for (const [index, own] of points.entries()) {
      const others = points.slice(index + 1).flat();
      const isWrong = ([x, y]: readonly [number, number]) =>
        !isIn(x, y, frame) ||
        isIn(x, y, marker) ||
        others.some(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY) <= 10);
      expect([names[index], own.filter(isWrong)]).toEqual([names[index], []]);
    }
    expect((await namesAt(15)).map(({ name }) => name)).toEqual(['Diagonal & Main']);
    expect(await namesAt(13)).toEqual([]);
  });

  it('are found by themselves unless another map is set', async () => {
    expect(open().file).toBe(file);
    expect(open({ MAP_TILE_URL: 'https://t.test/{z}/{x}/{y}.png' }).file).toBeUndefined();
    expect(open({ MAP_PMTILES: 'https://t.test/streets.pmtiles' }).file).toBeUndefined();
    expect(open({ MAP_PMTILES: '/srv/streets.pmtiles' }).file).toBe('/srv/streets.pmtiles');
  });

  it('refuse to start with another kind of file, and name it', async () => {
    await writeFile(file, 'PNG');
    await expect(open().onModuleInit()).rejects.toThrow(`${file} must be a PMTiles file`);
  });

  it('give way to the built-in map when a tile is larger than 1 MB, or broken', async () => {
    const withNameOf = async (length: number) => {
      const road = street('minor_road', 'x'.repeat(length), [-93.2, 45], [-92.8, 45]);
      await writePmtiles(file, { roads: { type: 'FeatureCollection', features: [road] } }, '');
      return open().picture(VIEW);
    };
    expect(await withNameOf(1024 ** 2 - 1_000)).toBeDefined();
    expect(await withNameOf(1024 ** 2)).toBeUndefined();
    await writeFile(file, 'PMTiles\x03');
    expect(await open().picture(VIEW)).toBeUndefined();
  });
});

function isIn(x: number, y: number, { west, north, east, south }: Box): boolean {
  return x > west && x < east && y > north && y < south;
}

function square(half: number): number[][] {
  return [
    [-93 - half, 45 - half],
    [-93 + half, 45 - half],
    [-93 + half, 45 + half],
    [-93 - half, 45 + half],
    [-93 - half, 45 - half],
  ];
}

function street(kind: string, name: string, ...coordinates: number[][]): GeoJSON.Feature {
  const geometry = { type: 'LineString' as const, coordinates };
  return { type: 'Feature', properties: { kind, name }, geometry };
}

function collection(type: string, kind: string, coordinates: unknown): GeoJSON.FeatureCollection {
  const geometry = { type, coordinates } as GeoJSON.Geometry;
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { kind }, geometry }],
  };
}
