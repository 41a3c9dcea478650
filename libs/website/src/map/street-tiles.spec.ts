import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { writePmtiles } from '../../../../test/support/pmtiles.ts';
import { StreetTiles } from './street-tiles.js';
import type { View } from './view.js';

describe('street tiles', () => {
  const VIEW: View = { latitude: 45, longitude: -93, zoom: 16, width: 480, height: 260 };
  let DATA_DIR: string;
  let file: string;

  beforeEach(async () => {
    DATA_DIR = await mkdtemp(join(tmpdir(), 'street-tiles-'));
    await mkdir(join(DATA_DIR, 'maps'));
    file = join(DATA_DIR, 'maps', 'minnesota.pmtiles');
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
  afterEach(() => rm(DATA_DIR, { recursive: true }));

  const open = (settings = {}) => new StreetTiles(loadEnvironment({ DATA_DIR, ...settings }));
  const layersAt = async (zoom: number) =>
    (await open().picture({ ...VIEW, zoom }))?.layers.map(({ name }) => name);

  it('are drawn by zoom', async () => {
    expect(await layersAt(16)).toEqual(['water', 'building', 'road']);
    expect(await layersAt(14)).toEqual(['water', 'road']);
    expect(await layersAt(12)).toEqual(['water']);
    expect(await layersAt(10)).toBeUndefined();
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
    const noise = Array.from({ length: 60_000 }, (_, index) => [
      -93 + Math.sin(index) / 10,
      45 + Math.cos(index * 1.7) / 10,
    ]);
    const roads = Array.from(
      { length: 10 },
      () => collection('LineString', 'minor_road', noise).features[0]!,
    );
    await writePmtiles(file, { roads: { type: 'FeatureCollection', features: roads } }, '');
    expect(await open().picture(VIEW)).toBeUndefined();
    await writeFile(file, 'PMTiles\x03');
    expect(await open().picture(VIEW)).toBeUndefined();
  });
});

function square(half: number): number[][] {
  return [
    [-93 - half, 45 - half],
    [-93 + half, 45 - half],
    [-93 + half, 45 + half],
    [-93 - half, 45 + half],
    [-93 - half, 45 - half],
  ];
}

function collection(type: string, kind: string, coordinates: unknown): GeoJSON.FeatureCollection {
  const geometry = { type, coordinates } as GeoJSON.Geometry;
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { kind }, geometry }],
  };
}
