import { insertKey } from '../support/insert-key.ts';
import { figuresIn } from '../support/rate-limit.ts';
import { useDirectory } from '../support/use-directory.ts';

const LIMIT = 20;
const HOUR = 3600;

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const preflight = { origin: 'https://example.org', 'access-control-request-method': 'GET' };
const post = (body: string, type = 'application/json'): Sent => ({
  method: 'POST',
  path: '/key-requests',
  headers: { 'content-type': type },
  body,
});

/** Statuses of requests with a valid key that count. */
const WITH_KEY: [status: number, what: string, sent: Sent][] = [
  [200, 'a list', { path: '/businesses' }],
  [200, 'HEAD', { method: 'HEAD', path: '/businesses' }],
  [400, 'a wrong parameter', { path: '/businesses?page=0' }],
  [400, 'malformed JSON', post('{')],
  [400, 'a wrong field', post('{}')],
  [400, 'a malformed address', { path: '/businesses/%zz' }],
  [404, 'a known route', { path: '/businesses/no-such-business' }],
  [404, 'an unmatched route', { path: '/nothing/here' }],
  [405, 'a wrong method', { method: 'DELETE', path: '/businesses' }],
  [406, 'a media type not sent', { path: '/businesses', headers: { accept: 'text/xml' } }],
  [413, 'a body too large', post(`"${'x'.repeat(70_000)}"`)],
  [415, 'a body of another type', post('x', 'text/plain')],
];

describe('rate limit headers', () => {
  const { program, pool } = useDirectory({ TRUST_PROXY: 'true' });

  let addresses = 0;
  const send = ({ method, path, headers, body }: Sent, key?: string) =>
    fetch(`${program.url}/api/v1${path}`, {
      method,
      body,
      headers: {
        'x-forwarded-for': `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
        ...(key && { 'x-api-key': key }),
        ...headers,
      },
    });
  const newKey = async (options = {}) =>
    (await insertKey(pool, { limitPerHour: LIMIT, ...options })).text;

  function expectFigures(response: Response, limit: number, remaining: number): void {
    const { reset, ...figures } = figuresIn(response);
    expect(figures).toEqual({ limit, remaining });
    const seconds = reset - Date.now() / 1000;
    const left = Number(/;t=(\d+)$/.exec(response.headers.get('ratelimit')!)![1]);
    for (const each of [seconds, left]) expect(Math.abs(each - HOUR)).toBeLessThan(30);
    expect(response.headers.get('ratelimit')).toMatch(new RegExp(`;r=${remaining};`));
    expect(response.headers.get('ratelimit-policy')).toMatch(new RegExp(`;q=${limit};w=3600$`));
  }

  it.each(WITH_KEY)('accompany a %i response: %s', async (status, _, sent) => {
    const key = await newKey();
    await send({ path: '/businesses' }, key);
    const response = await send(sent, key);
    expect(response.status).toBe(status);
    expectFigures(response, LIMIT, LIMIT - 2);
    const own = await send({ path: '/rate-limit' }, key);
    expect(own.status).toBe(200);
    expectFigures(own, LIMIT, LIMIT - 2);
  });

  it('accompany a 304 response: an unchanged list', async () => {
    const key = await newKey();
    const { headers } = await send({ path: '/businesses' }, key);
    const etag = headers.get('etag')!;
    const response = await send({ path: '/businesses', headers: { 'if-none-match': etag } }, key);
    expect(response.status).toBe(304);
    expectFigures(response, LIMIT, LIMIT - 2);
  });

  it.each<[status: number, what: string, key: () => Promise<string | undefined>]>([
    [401, 'no key', async () => undefined],
    [401, 'an invalid key', async () => 'mnbd_nonsense'],
    [401, 'a revoked key', () => newKey({ state: 'revoked' })],
    [403, 'a suspended key', () => newKey({ state: 'suspended' })],
  ])('accompany a %i response: %s', async (status, _, key) => {
    const response = await send({ path: '/businesses' }, await key());
    expect(response.status).toBe(status);
    expectFigures(response, 60, 59);
  });

  it('accompany a 204 response: a CORS preflight, which does not count', async () => {
    const response = await send({ method: 'OPTIONS', path: '/businesses', headers: preflight });
    expect(response.status).toBe(204);
    expectFigures(response, 60, 60);
    expect(response.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Reset');
    for (const name of ['X-API-Key', 'Authorization', 'Cache-Control', 'traceparent']) {
      expect(response.headers.get('access-control-allow-headers')).toContain(name);
    }
  });
});
