import type { Point } from '#libs/geography/src/distance.js';
import { toMercator } from '#libs/geography/src/mercator.js';
import type { BenchDirectory } from './support/bench-directories.ts';
import type { DirectoryServer } from './support/directory-server.ts';
import { median, percentile } from './support/statistics.ts';
import { withWatch } from './support/stop-watch.ts';

const PAGES = 200;
/** Pages of 100 businesses whose tiles are requested. */
const TILE_PAGES = 20;

/** Formats of a page. The first is the baseline for the others. */
const SHAPES = {
  'JSON, 100 records': 'limit=100',
  'CSV, 100 records': 'limit=100&format=csv',
  'GeoJSON, 100 records': 'limit=100&format=geojson',
};

/** Zoom levels of tiles with clusters, and with single businesses. */
const TILE_ZOOMS = [8, 11, 14];

/** Measures pages of a cached list in every format, and vector tiles. Each is requested once. */
export async function benchFormats(directory: BenchDirectory): Promise<void> {
  return withWatch(directory, async (server, watch) => {
    await server.get('/api/v1/businesses');
    const rows: object[] = [];
    for (const [shape, parameters] of Object.entries(SHAPES)) {
      const times: number[] = [];
      for (let page = 1; page <= PAGES; page++) {
        const path = `/api/v1/businesses?${parameters}&page=${page}`;
        times.push((await watch.time(path)).milliseconds);
      }
      rows.push(row(shape, times));
    }
    for (const zoom of TILE_ZOOMS) {
      const tiles = (await tilesAt(server, zoom)).slice(0, PAGES);
      const times: number[] = [];
      for (const tile of tiles) times.push((await watch.time(tile)).milliseconds);
      rows.push(row(`vector tile at zoom ${zoom}`, times));
    }
    console.log(`Milliseconds for a page of ${directory.name}:`);
    console.table(rows);
  });
}

/** Returns the paths of the tiles that contain businesses, in the order of their names. */
async function tilesAt(server: DirectoryServer, zoom: number): Promise<string[]> {
  const paths = new Set<string>();
  for (let page = 1; page <= TILE_PAGES; page++) {
    const { json } = await server.get(`/api/v1/businesses?limit=100&page=${page}`);
    for (const { location } of json.data as { location: Point | null }[]) {
      if (!location) continue;
      const { x, y } = toMercator(location);
      const [column, row] = [x, y].map((each) => Math.floor(each * 2 ** zoom));
      paths.add(`/tiles/${zoom}/${column}/${row}.mvt`);
    }
  }
  return [...paths];
}

function row(what: string, times: number[]) {
  return {
    what,
    median: median(times).toFixed(1),
    p99: percentile(times, 99).toFixed(1),
  };
}
