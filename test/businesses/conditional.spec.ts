import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { insertBusiness } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('reads of the directory', () => {
  const { program, pool, key } = useDirectory();

  beforeAll(async () => {
    await insertBusiness(pool, { slug: 'first', name: 'First' });
  });

  const send = (path: string, headers: Record<string, string> = {}, method?: string) =>
    rawRequest(`${program.url}/api/v1/businesses${path}`, { 'x-api-key': key, ...headers }, method);

  it.each([
    ['', 'X-API-Key, Accept, Accept-Encoding'],
    ['/first', 'X-API-Key, Accept-Encoding'],
  ])('declare how to cache %p', async (path, vary) => {
    const { headers } = await send(path);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"\d+-[\w-]{16}"$/),
      'cache-control': 'private, no-cache',
      vary,
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it.each(['', '/first'])('answer 304 for %p while the directory is unchanged', async (path) => {
    const { headers } = await send(path);
    const again = await send(path, { 'if-none-match': headers.etag! });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': 'private, no-cache',
      vary: headers.vary,
    });
  });

  it('are refreshed after any change, even by plain SQL', async () => {
    const before = await send('');
    await insertBusiness(pool, { name: 'Second' });
    const after = await eventually(async () => {
      const answer = await send('', { 'if-none-match': before.headers.etag! });
      return answer.status === 304 ? undefined : answer;
    });
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.bytes.toString()).toContain('Second');
  });

  it('share one ETag for any order of parameters, and differ between queries', async () => {
    const [a, b, other] = await Promise.all([
      send('?page=1&limit=20'),
      send('?limit=20&page=1'),
      send('?limit=21'),
    ]);
    expect(a.headers.etag).toBe(b.headers.etag);
    expect(a.headers.etag).toBe((await send('')).headers.etag);
    expect(other.headers.etag).not.toBe(a.headers.etag);
  });

  it('are cached per preferred media type, each with its own ETag', async () => {
    const types = ['application/json', 'application/geo+json', 'text/csv'];
    const answers = new Map<string, RawResponse>();
    for (const accept of [...types, ...types.toReversed()]) {
      const answer = await send('?limit=3', { accept });
      expect(answer.headers['content-type']!.split(';')[0]).toBe(accept);
      expect(answer.bytes.equals(answers.get(accept)?.bytes ?? answer.bytes)).toBe(true);
      answers.set(accept, answer);
    }
    const tags = types.map((type) => answers.get(type)!.headers.etag!);
    expect(new Set(tags).size).toBe(3);
    for (const [i, accept] of types.entries()) {
      const own = await send('?limit=3', { accept, 'if-none-match': tags[i]! });
      const other = await send('?limit=3', { accept, 'if-none-match': tags[(i + 1) % 3]! });
      expect([own.status, other.status]).toEqual([304, 200]);
    }
  });

  it('are compressed for clients that accept it, with an ETag per encoding', async () => {
    const plain = await send('');
    const br = await send('', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await send('', { 'accept-encoding': 'gzip' });

    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
    ]);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);

    const again = await send('', {
      'accept-encoding': 'br',
      'if-none-match': `"0-x", ${br.headers.etag}`,
    });
    expect(again.status).toBe(304);
  });

  it.each<Record<string, string>>([{}, { 'accept-encoding': 'br' }])(
    'answer HEAD with the headers of GET and no body (%p)',
    async (headers) => {
      const get = await send('', headers);
      const head = await send('', headers, 'HEAD');
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['etag', 'vary', 'cache-control', 'content-type', 'content-length']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
      const unchanged = { ...headers, 'if-none-match': get.headers.etag! };
      const again = await send('', unchanged, 'HEAD');
      expect([again.status, again.headers['content-length']]).toEqual([304, undefined]);
    },
  );

  it('forbid caching of errors', async () => {
    const { status, headers } = await send('?limit=0', { 'if-none-match': '*' });
    expect([status, headers['cache-control']]).toEqual([400, 'no-store']);
    expect((await send('/nowhere', { 'if-none-match': '*' })).status).toBe(404);
  });
});
