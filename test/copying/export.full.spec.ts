import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { insertBusiness } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { metricOf } from '../support/http.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { useDirectory } from '../support/use-directory.ts';

const PATH = '/api/v1/export/businesses.ndjson';

const linesOf = (compressed: Buffer) => gunzipSync(compressed).toString().split('\n').slice(0, -1);

describe(`GET ${PATH}`, () => {
  const { database, program, pool, key, api } = useDirectory();

  beforeAll(async () => {
    for (let i = 0; i < 20; i++) await insertBusiness(pool, { name: `Shop ${i}` });
    await insertBusiness(pool, { name: 'Closed', status: 'closed' });
    await insertBusiness(pool, { name: 'Removed', removed_at: new Date() });
  });

  const ask = (headers: Record<string, string> = {}, method?: string) =>
    rawRequest(program.url + PATH, { 'x-api-key': key, ...headers }, method);
  /** Retries on 503, because the first file may take longer than a request waits. */
  const get: typeof ask = (...args) =>
    eventually(async () => {
      const answer = await ask(...args);
      return answer.status === 503 ? undefined : answer;
    }, 60_000);
  const codeOf = ({ bytes }: RawResponse): string => JSON.parse(bytes.toString()).error.code;
  const exports = async () => (await readdir(join(database.env.DATA_DIR, 'exports'))).sort();

  it('200: sends all businesses of one version and the cursor to continue from', async () => {
    const { status, headers, bytes } = await get({ origin: 'https://example.org' });
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'directory-version': /^"(\d+)-/.exec(headers.etag!)![1],
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      'access-control-expose-headers': expect.stringMatching(/Directory-Version, Changes-Cursor/),
    });
    const lines = linesOf(bytes);
    const { body } = await api('businesses?status=any&limit=100');
    expect(lines.length).toBe(21);
    const ids = lines.map((line) => JSON.parse(line).id as string);
    expect(ids).toEqual([...ids].sort());
    const records = new Map(lines.map((line) => [JSON.parse(line).id, JSON.parse(line)]));
    expect(body.data).not.toEqual([]);
    for (const record of body.data) expect(records.get(record.id)).toEqual(record);

    expect((await api(`changes?after=${headers['changes-cursor']}`)).body).toMatchObject({
      data: [],
      pagination: { hasMore: false },
    });
  });

  it('appears in the metrics', async () => {
    expect(await metricOf(program, 'exports_total{outcome="made"}')).toBeGreaterThan(0);
  });

  it('200 and 304: answers HEAD without a body and confirms a matching If-None-Match', async () => {
    const whole = await get();
    const head = await get({ range: 'bytes=0-0' }, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(whole.bytes.length));
    const { etag, 'last-modified': lastModified, 'changes-cursor': cursor } = whole.headers;
    const held = await get({ 'if-none-match': `"other", ${etag}` });
    expect([held.status, held.bytes.length]).toEqual([304, 0]);
    expect(held.headers).toMatchObject({ etag, 'changes-cursor': cursor });
    expect((await get({ 'if-modified-since': lastModified! })).status).toBe(304);
    expect(
      (await get({ 'if-none-match': '"other"', 'if-modified-since': lastModified! })).status,
    ).toBe(200);
  });

  it('206 and 416: sends ranges up to the last byte', async () => {
    const { bytes, headers } = await get();
    const { etag } = headers;
    const size = bytes.length;
    const parts: [string, number, number][] = [
      ['bytes=10-', 10, size - 1],
      ['bytes=-5', size - 5, size - 1],
    ];
    for (const [range, start, end] of parts) {
      const part = await get({ range, 'if-range': etag! });
      expect([range, part.status, part.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${size}`,
      ]);
      expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    const refused = await get({ range: `bytes=${size}-` });
    expect([refused.status, refused.headers['content-range'], codeOf(refused)]).toEqual([
      416,
      `bytes */${size}`,
      'range_not_satisfiable',
    ]);
    expect((await get({ range: 'bytes=5-4' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200);
  });

  it('200 and 304: sends the file unpacked to a client that refuses gzip', async () => {
    const packed = await get();
    for (const coding of ['identity', 'br', 'gzip;q=0']) {
      const headers = { 'accept-encoding': coding, range: 'bytes=0-0' };
      const plain = await get(headers);
      expect([coding, plain.status, plain.headers['content-encoding']]).toEqual([
        coding,
        200,
        undefined,
      ]);
      expect(plain.bytes.equals(gunzipSync(packed.bytes))).toBe(true);
      expect(plain.headers['changes-cursor']).toBe(packed.headers['changes-cursor']);
      expect(plain.headers['accept-ranges']).toBeUndefined();
      const { etag } = plain.headers;
      expect(etag).not.toBe(packed.headers.etag);
      expect((await get({ ...headers, 'if-none-match': etag! })).status).toBe(304);
      expect((await get({ ...headers, 'if-none-match': packed.headers.etag! })).status).toBe(200);
      const head = await get(headers, 'HEAD');
      expect([head.status, head.headers.etag, head.bytes.length]).toEqual([200, etag, 0]);
    }
  });

  it('406, 401 and 400: requires a supported coding, a key and no parameters', async () => {
    for (const coding of ['identity;q=0, br', '*;q=0']) {
      const refused = await get({ 'accept-encoding': coding });
      expect([refused.status, codeOf(refused)]).toEqual([406, 'not_acceptable']);
    }
    expect((await get({ 'accept-encoding': 'br, gzip;q=0.1' })).status).toBe(200);
    expect((await get({ accept: 'application/json' })).status).toBe(406);
    expect((await get({ 'x-api-key': 'x' })).status).toBe(401);
    expect((await api('export/businesses.ndjson?limit=1')).status).toBe(400);
  });

  it('rebuilds the file after a change and keeps the last two', async () => {
    const former = await get();
    const tags = [former.headers.etag!];
    for (let i = 0; i < 3; i++) {
      await insertBusiness(pool, { name: `Later ${i}` });
      const made = await eventually(async () => {
        const answer = await get();
        return answer.headers.etag === tags.at(-1) ? undefined : answer;
      }, 30_000);
      tags.push(made.headers.etag!);
      expect(linesOf(made.bytes).length).toBe(linesOf(former.bytes).length + i + 1);
      await eventually(async () => (await exports()).length === 2);
    }
    // A client that began with the previous file can finish it.
    const part = await get({ range: 'bytes=100-', 'if-range': tags.at(-2)! });
    expect([part.status, part.headers.etag]).toEqual([206, tags.at(-2)]);
    const gone = await get({ range: 'bytes=100-', 'if-range': tags[0]! });
    expect([gone.status, gone.headers.etag]).toEqual([200, tags.at(-1)]);
  });

  // The embedded database has a single session and a single process.
  const hasOthers = () => database.env.DATABASE_URL !== undefined;
  /** Takes a lock as another process does. Returns its name and a function that releases it. */
  const lock = async (format = '') => {
    const name = `export ${await realpath(join(database.env.DATA_DIR, 'exports'))}`;
    const other = await pool.connect();
    await other.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name + format]);
    return { name, unlock: () => other.release(true) };
  };

  it('waits for the process that is already building it', async () => {
    if (!hasOthers()) return;
    const { etag } = (await get()).headers;
    const { unlock } = await lock(' ndjson');
    await insertBusiness(pool, { name: 'Latecomer' });
    const before = await exports();
    await eventually(async () => {
      void ask({}, 'HEAD').catch(() => {});
      return (await metricOf(program, 'exports_total{outcome="elsewhere"}')) > 0;
    });
    expect(await exports()).toEqual(before);
    unlock();
    await eventually(async () => (await get()).headers.etag !== etag, 30_000);
  });

  it('waits for another process that writes another format', async () => {
    if (!hasOthers()) return;
    const { name, unlock } = await lock();
    const answer = fetch(`${program.url}/api/v1/export/businesses.parquet`, {
      headers: { 'x-api-key': key },
    });
    // The program waits once it holds the lock of the format.
    await eventually(async () => {
      const { rows } = await pool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
           AND classid::bigint << 32 | objid::bigint = hashtextextended($1, 0)`,
        [`${name} parquet`],
      );
      return rows.length === 1;
    });
    unlock();
    expect((await answer).status).toBe(200);
  });
});
