import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';
import { writeFile } from 'node:fs/promises';

/** Deepest zoom of the generated tiles. */
const MAX_ZOOM = 8;
const HEADER = 127;
const UNCOMPRESSED = 1;
const MVT = 1;

/**
 * Writes a map as a PMTiles archive
 * (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) with consecutive tiles and a
 * single directory.
 */
export async function writePmtiles(
  path: string,
  layers: Record<string, GeoJSON.FeatureCollection>,
  attribution: string,
): Promise<void> {
  const tiles = await tilesOf(layers);
  const directory = directoryOf(tiles);
  const metadata = Buffer.from(JSON.stringify({ attribution }));
  const content = Buffer.concat(tiles.map(({ bytes }) => bytes));

  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const parts = [directory, metadata, Buffer.alloc(0), content];
  let offset = HEADER;
  parts.forEach((part, index) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index);
    offset += part.length;
  });
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), at);
  [1, UNCOMPRESSED, UNCOMPRESSED, MVT, 0, MAX_ZOOM].forEach((value, index) =>
    header.writeUInt8(value, 96 + index),
  );
  [-180, -85, 180, 85].forEach((degrees, index) =>
    header.writeInt32LE(degrees * 1e7, 102 + 4 * index),
  );
  await writeFile(path, Buffer.concat([header, ...parts]));
}

interface Tile {
  id: number;
  bytes: Buffer;
}

async function tilesOf(layers: Record<string, GeoJSON.FeatureCollection>): Promise<Tile[]> {
  // Imported dynamically, because the CommonJS build exports nothing when Jest loads it as a module
  // (on Node 24).
  const { GeoJSONVT } = await import('@maplibre/geojson-vt');
  const indexes = Object.entries(layers).map(
    ([name, data]) => [name, new GeoJSONVT(data, { maxZoom: MAX_ZOOM })] as const,
  );
  const tiles: Tile[] = [];
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const found = indexes
          .map(([name, index]) => [name, index.getTile(z, x, y)] as const)
          .filter(([, tile]) => tile !== null && tile.features.length > 0);
        if (found.length === 0) continue;
        const bytes = Buffer.from(
          fromGeojsonVt(Object.fromEntries(found) as never, { version: 2 }),
        );
        tiles.push({ id: zxyToTileId(z, x, y), bytes });
      }
    }
  }
  return tiles.sort((a, b) => a.id - b.id);
}

function directoryOf(tiles: readonly Tile[]): Buffer {
  const numbers = [
    tiles.length,
    ...tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0)),
    ...tiles.map(() => 1),
    ...tiles.map(({ bytes }) => bytes.length),
    // Offsets: the first tile is at the start, and every other directly follows the previous one.
    ...tiles.map((_, index) => (index === 0 ? 1 : 0)),
  ];
  return Buffer.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}
