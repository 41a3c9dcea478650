import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { alwaysOpen, insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

const DULUTH = { latitude: 46.7867, longitude: -92.1005 };
const SAINT_PAUL = { latitude: 44.9446, longitude: -93.0936 };
/** Maximum number of single businesses on a tile. */
const MOST = 100;

/** Returns the tile that contains a point: https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames */
function tileAt({ latitude, longitude }: typeof DULUTH, z: number): string {
  const angle = (latitude * Math.PI) / 180;
  const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
  const y = Math.floor((1 - Math.asinh(Math.tan(angle)) / Math.PI) * 2 ** (z - 1));
  return `${z}/${x}/${y}`;
}

describe('vector tiles', () => {
  const { program, pool, key } = useDirectory();
  let tiles: string;

  beforeAll(async () => {
    tiles = `${program.url}/tiles`;
    await insertCategory(pool, 'bakeries', 'Bakeries');
    const bakery = { ...DULUTH, categories: ['bakeries'] };
    await insertBusiness(pool, { name: 'Loon Bakery', ...bakery });
    await insertBusiness(pool, { name: 'Pier Bakery', ...bakery, longitude: -92.1012 });
    await insertBusiness(pool, { name: 'Canal Shop', ...DULUTH, latitude: 46.7871 });
    for (let i = 0; i <= MOST; i++) await insertBusiness(pool, { name: `S ${i}`, ...SAINT_PAUL });
  });

  const ask = (tile: string, headers: Record<string, string> = {}) =>
    fetch(`${tiles}/${tile}`, { headers });
  const read = async (address: string, query = '') => {
    const response = await ask(`${address}.mvt${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
    const [z, x, y] = address.split('/').map(Number) as [number, number, number];
    const layer = new VectorTile(new PbfReader(await response.bytes())).layers.businesses;
    return Array.from({ length: layer?.length ?? 0 }, (_, i) =>
      layer!.feature(i).toGeoJSON(x, y, z),
    );
  };

  it('show clusters that add up, up to zoom 11', async () => {
    const [state] = await read('0/0/0');
    expect(state?.properties).toEqual({ count: 3 + MOST + 1 });
    const duluth = await read(tileAt(DULUTH, 11));
    const counts = duluth.map(({ properties }) => properties?.count as number);
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
  });

  it('show single businesses at their places from zoom 12 on', async () => {
    const found = await read(tileAt(DULUTH, 14));
    const loon = found.find(({ properties }) => properties?.name === 'Loon Bakery');
    expect(found).toHaveLength(3);
    expect(loon?.properties).toEqual({
      slug: expect.any(String),
      name: 'Loon Bakery',
      category: 'bakeries',
    });
    const [longitude, latitude] = (loon!.geometry as GeoJSON.Point).coordinates;
    expect(longitude).toBeCloseTo(DULUTH.longitude, 4);
    expect(latitude).toBeCloseTo(DULUTH.latitude, 4);
  });

  it('show no temporarily closed business as open', async () => {
    const name = 'Winter Break';
    await insertBusiness(pool, {
      name,
      ...DULUTH,
      ...alwaysOpen(),
      status: 'temporarily_closed',
    });
    const found = () => read(tileAt(DULUTH, 14), '?status=temporarily_closed');
    await eventually(async () => (await found()).length === 1);
    expect(await found()).toMatchObject([{ properties: { name, open: false } }]);
  });

  it('show clusters where there are more businesses than a tile may have', async () => {
    const saintPaul = tileAt(SAINT_PAUL, 18);
    expect(await read(saintPaul)).toMatchObject([{ properties: { count: MOST + 1 } }]);
    await pool.query(`DELETE FROM businesses WHERE name = 'S 0'`);
    await eventually(async () => (await read(saintPaul)).length === MOST);
  });

  it('take the filters of the list, and name a wrong one', async () => {
    expect(await read(tileAt(DULUTH, 14), '?category=bakeries')).toHaveLength(2);
    expect(await read(tileAt(DULUTH, 14), '?q=canal')).toHaveLength(1);
    const { status, body } = await call('GET', `${tiles}/0/0/0.mvt?category=bakerys`);
    expect(status).toBe(400);
    expect(body.error.message).toContain('bakeries');
    const changes = '?updatedSince=2026-11-01T00:00:00Z';
    expect((await call('GET', `${tiles}/0/0/0.mvt${changes}`)).status).toBe(400);
  });

  it('reject addresses outside the map', async () => {
    for (const address of ['19/0/0', '1/2/0', '1/0/2', 'a/0/0', '1/-1/0', '3/1.5/0']) {
      const { status, body } = await call('GET', `${tiles}/${address}.mvt`);
      expect([address, status, body.error.code]).toEqual([address, 400, 'invalid_parameter']);
    }
    expect(await read('1/1/1')).toEqual([]);
  });

  it('are revalidated, compressed and readable from other sites', async () => {
    const first = await ask('0/0/0.mvt', { origin: 'https://map.example' });
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('content-encoding')).toMatch(/br|gzip/);
    const etag = first.headers.get('etag')!;
    expect((await ask('0/0/0.mvt', { 'if-none-match': etag })).status).toBe(304);
  });

  it('count against a key if there is one', async () => {
    const headers = { 'x-api-key': key };
    const remaining = async () =>
      Number((await ask('0/0/0.mvt', headers)).headers.get('x-ratelimit-remaining'));
    expect((await remaining()) - (await remaining())).toBe(1);
    expect((await ask('0/0/0.mvt')).headers.has('x-ratelimit-remaining')).toBe(false);
    expect((await ask('0/0/0.mvt', { 'x-api-key': 'mnbd_wrong' })).status).toBe(401);
  });

  it('are described by a TileJSON document, which keeps the filters', async () => {
    const { body } = await call('GET', `${tiles}/businesses.json?status=any&q=loon%20cafe`);
    const template = body.tiles[0] as string;
    expect(body).toMatchObject({ tilejson: '3.0.0', vector_layers: [{ id: 'businesses' }] });
    expect(body.attribution).toContain(`href="${program.url}/credits"`);
    expect(template).toMatch(/\?status=any&q=loon%20cafe$/);
    const tile = template.replace('{z}/{x}/{y}', '0/0/0');
    expect((await fetch(tile)).status).toBe(200);
    for (const refused of ['categry=bakery', 'category=bakerys', 'openAt=now&status=any']) {
      const { status } = await call('GET', `${tiles}/businesses.json?${refused}`);
      expect([refused, status]).toEqual([refused, 400]);
    }
  });
});
