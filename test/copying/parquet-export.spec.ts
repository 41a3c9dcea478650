import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { asyncBufferFromUrl, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { useDirectory } from '../support/use-directory.ts';

const PATH = '/api/v1/export/businesses.parquet';
const COMPRESSORS = { GZIP: (input: Uint8Array) => gunzipSync(input) };
/** More than fit in one row group. */
const MANY = 5_500;

describe(`GET ${PATH}`, () => {
  const { program, pool, key, api } = useDirectory();

  beforeAll(async () => {
    await insertCategory(pool, 'bakery', 'Bakery');
    await insertCategory(pool, 'cafe', 'Cafe');
    await insertBusiness(pool, {
      slug: 'loon',
      name: 'Café Loon, "Ely"',
      categories: ['bakery', 'cafe'],
      street: '12 Main St',
      city: 'Ely',
      postal_code: '55731',
      latitude: 47.9,
      longitude: -91.86,
      precision: 'exact',
      phone: '+12183651234',
      hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }],
      established_on: '1998-05-02',
    });
    await insertBusiness(pool, { slug: 'bare', name: '=Bare', status: 'closed' });
    await insertBusiness(pool, { slug: 'gone', removed_at: new Date() });
  });

  /** Retries on 503, because the first file may take longer than a request waits. */
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    eventually(async () => {
      const response = await fetch(program.url + PATH, {
        method,
        headers: { 'x-api-key': key, ...headers },
      });
      return response.status === 503 ? undefined : response;
    }, 60_000);
  const read = async (file: ArrayBuffer): Promise<Record<string, any>[]> =>
    parquetReadObjects({ file, compressors: COMPRESSORS });

  it('contains every business with the columns of CSV and its point', async () => {
    const response = await get({ origin: 'https://example.org' });
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'directory-version': /^"(\d+)-/.exec(headers.get('etag')!)![1],
      link: expect.stringContaining('rel="license"'),
      'access-control-expose-headers': expect.stringContaining('Repr-Digest'),
    });
    expect(headers.get('content-encoding')).toBeNull();
    const file = await response.arrayBuffer();
    const digest = createHash('sha256').update(Buffer.from(file)).digest('base64');
    expect(headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);

    const rows = await read(file);
    const { body } = await api('businesses/loon');
    const { id, url, createdAt, updatedAt } = body.data;
    expect(rows).toHaveLength(2);
    const csv = await fetch(`${program.url}/api/v1/businesses.csv?ids=${id}`, {
      headers: { 'x-api-key': key },
    });
    const columns = (await csv.text()).split('\r\n', 1)[0]!.split(',');
    // An export contains no removed business.
    const known = columns.filter((column) => column !== 'removedAt');
    expect(rows.find(({ slug }) => slug === 'loon')).toEqual({
      ...Object.fromEntries(known.map((column) => [column, null])),
      id,
      slug: 'loon',
      name: 'Café Loon, "Ely"',
      status: 'open',
      categories: 'Bakery; Cafe',
      street: '12 Main St',
      city: 'Ely',
      state: 'MN',
      postalCode: '55731',
      latitude: 47.9,
      longitude: -91.86,
      precision: 'exact',
      geometry: { type: 'Point', coordinates: [-91.86, 47.9] },
      phone: '+12183651234',
      hours: 'Mo 09:00-17:00',
      establishedOn: '1998-05-02',
      url,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
    });
    expect(rows.find(({ slug }) => slug === 'bare')).toMatchObject({
      name: '=Bare',
      status: 'closed',
      latitude: null,
      geometry: null,
    });
  });

  it('declares its point as GeoParquet 1.1 does', async () => {
    const { key_value_metadata: entries } = parquetMetadata(await (await get()).arrayBuffer());
    const geo = JSON.parse(entries!.find(({ key }) => key === 'geo')!.value!);
    expect(geo).toEqual({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: { geometry: { encoding: 'WKB', geometry_types: ['Point'] } },
    });
  });

  it('shows the same version as the NDJSON export, from which its cursor continues', async () => {
    const parquet = await get({}, 'HEAD');
    const ndjson = await fetch(`${program.url}/api/v1/export/businesses.ndjson`, {
      method: 'HEAD',
      headers: { 'x-api-key': key },
    });
    for (const name of ['directory-version', 'changes-cursor', 'last-modified']) {
      expect(parquet.headers.get(name)).toBe(ndjson.headers.get(name));
    }
    expect(parquet.headers.get('etag')).not.toBe(ndjson.headers.get('etag'));
  });

  it('can be read in parts over HTTP, like analytic databases do', async () => {
    const headers = { 'x-api-key': key };
    const file = await asyncBufferFromUrl({
      url: program.url + PATH,
      requestInit: { headers },
    });
    const names = await parquetReadObjects({ file, columns: ['name'], compressors: COMPRESSORS });
    expect(names.map(({ name }) => name).sort()).toEqual(['=Bare', 'Café Loon, "Ely"']);
    const held = await get({ 'if-none-match': (await get({}, 'HEAD')).headers.get('etag')! });
    expect(held.status).toBe(304);
    expect((await get({ accept: 'application/json' })).status).toBe(406);
    expect((await get({ 'accept-encoding': 'identity' })).status).toBe(200);
  });

  it('is rebuilt after a change, in as many row groups as needed', async () => {
    await pool.query(
      `INSERT INTO businesses (id, slug, name, updated_at)
       SELECT gen_random_uuid(), 'shop-' || n, 'Shop ' || n, now() FROM generate_series(1, $1::int) AS n`,
      [MANY],
    );
    const file = await eventually(async () => {
      const bytes = await (await get()).arrayBuffer();
      return Number(parquetMetadata(bytes).num_rows) > 2 ? bytes : undefined;
    }, 60_000);
    expect(parquetMetadata(file).row_groups).toHaveLength(2);
    const ids = (await read(file)).map(({ id }) => id as string);
    expect(ids).toHaveLength(MANY + 2);
    expect(ids).toEqual([...ids].sort());
  });
});
