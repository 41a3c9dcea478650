import { runCli } from '../support/cli.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import type { IssuedKey } from '../support/keys.ts';
import { SteeredClock } from '../support/steered-clock.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

const HOUR_MS = 3_600_000;

describe('the usage of keys', () => {
  let clock: SteeredClock;
  const { database, program, pool, token, api, admin, issueKey } = useDirectoryProcess(
    ({ env }) => {
      clock = new SteeredClock(env.DATA_DIR);
      return { ...clock.env, TRUST_PROXY: 'true' };
    },
  );
  let busy: IssuedKey;
  let idle: IssuedKey;

  beforeAll(async () => {
    // Leaves only the keys below.
    await pool.query('DELETE FROM api_keys');
    // Usage is counted by the hour, so the test must not cross an hour boundary. Keys are mailed at
    // once even if the server's clock is more than an hour ahead of its database.
    await clock.advance(2 * HOUR_MS - (Date.now() % HOUR_MS));
    busy = await issueKey({ limitPerHour: 5 });
    idle = await issueKey();
    await Promise.all(Array.from({ length: 8 }, () => use(busy.key)));
  });

  const cli = (...args: string[]) => runCli({ ...database.env, ...clock.env }, ...args);
  const use = (key: string) => api('businesses', { 'x-api-key': key });
  const get = (keyId: string) => admin('GET', `keys/${keyId}`);
  const usage = (query = '') => admin('GET', `keys/${busy.keyId}/usage${query}`);
  const deprecatedUsage = (query = '') => admin('GET', `deprecated-usage${query}`);
  /** Waits until the server has saved its counts, which it does every few seconds. */
  const untilSaved = (...buckets: string[]) =>
    eventually(async () => {
      const found = await pool.query('SELECT FROM recent_traffic WHERE bucket = ANY($1)', [
        buckets,
      ]);
      return found.rowCount! >= buckets.length;
    });
  const counted = () =>
    eventually(async () => {
      const { body } = await get(busy.keyId);
      return body.data.requests + body.data.refusals >= 8 ? body.data : undefined;
    });

  it('counts requests and refusals separately and records the time of the last request', async () => {
    const key = await counted();
    expect(key).toMatchObject({ requests: 5, refusals: 3 });
    expect(Date.parse(key.lastUsedAt)).toBeGreaterThan(clock.now().getTime() - 60_000);
    expect((await get(idle.keyId)).body.data).toMatchObject({
      requests: 0,
      refusals: 0,
      lastUsedAt: null,
    });
  });

  it('is shown by hour and by day, without gaps', async () => {
    await counted();
    const yesterday = new Date(clock.now().getTime() - 24 * HOUR_MS);
    await pool.query(
      `INSERT INTO key_usage VALUES ($1, date_trunc('hour', $2::timestamptz), 7, 1, $2)`,
      [busy.keyId, yesterday],
    );
    const days = (await usage()).body.data;
    expect(days).toMatchObject({ by: 'day', requests: 12, refusals: 4 });
    expect(days.steps).toHaveLength(31);
    const hours = (await usage(`?by=hour&from=${yesterday.toISOString()}`)).body;
    expect(hours.data.steps).toHaveLength(25);
    expect(hours.data.steps[0]).toMatchObject({ requests: 7, refusals: 1 });
    expect(hours.data.requests).toBe(12);
  });

  const file = (path: string) =>
    fetch(program.url + path, { headers: { authorization: `Bearer ${token}` } });

  it('is available as CSV for keys and for intervals', async () => {
    await counted();
    await pool.query(`UPDATE api_keys SET label = '=1+1' WHERE id = $1`, [busy.keyId]);
    const keys = await file('/admin/keys?format=csv&sort=requests');
    expect(keys.headers.get('x-total-count')).toBe('2');
    const [head, first] = (await keys.text()).split('\r\n');
    expect(head).toMatch(/^id,label,ownerName,ownerEmail,limitPerHour,state,/);
    expect(first).toContain(`${busy.keyId},'=1+1,`);
    expect(first).not.toContain(busy.key);
    const hours = await (await file(`/admin/keys/${busy.keyId}/usage?by=hour&format=csv`)).text();
    expect(hours.split('\r\n')[0]).toBe('start,requests,refusals');
    expect(hours.trimEnd().split('\r\n').at(-1)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00.000Z,5,3$/);
  });

  it('is available as a chart with a text alternative', async () => {
    await counted();
    const picture = await file(`/admin/keys/${busy.keyId}/usage.svg?by=hour`);
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.headers.get('content-security-policy')).toMatch(/style-src 'sha256-/);
    const svg = await picture.text();
    expect(svg).toContain('12 requests were served and 4 refused, with a limit of 5 an hour.');
    expect(svg).not.toContain(busy.key);
    expect((await file(`/admin/keys/${idle.keyId}/usage.svg`)).status).toBe(200);
    expect((await file(`/admin/keys/${crypto.randomUUID()}/usage.svg`)).status).toBe(404);
  });

  it('ranks the keys with most requests and most refusals of the last hours', async () => {
    await counted();
    const top = (filter = '') => admin('GET', `usage/top${filter}`);
    expect((await top('?hours=1')).body.data).toEqual([
      {
        keyId: busy.keyId,
        label: expect.any(String),
        ownerEmail: busy.email,
        starts: [busy.key.slice(0, 10)],
        limitPerHour: 5,
        requests: 5,
        refusals: 3,
        lastUsedAt: expect.any(String),
      },
    ]);
    expect((await top('?hours=721')).status).toBe(400);
  });

  it('lists deprecated operations each key still calls, latest first', async () => {
    const OLD = 'GET /api/v1/old';
    await pool.query(
      `INSERT INTO deprecated_usage (key_id, operation, requests, last_request_at) VALUES
         ($1, $3, 3, '2026-11-20T10:01Z'), ($2, $3, 1, '2026-11-20T10:02Z'),
         ($2, 'GET /api/v1/older', 1, '2026-11-20T10:01Z')`,
      [busy.keyId, idle.keyId, OLD],
    );
    const { body } = await deprecatedUsage(`?operation=${encodeURIComponent(OLD)}`);
    expect(body.pagination.total).toBe(2);
    expect(body.data).toEqual([
      expect.objectContaining({ keyId: idle.keyId, requests: 1, ownerEmail: idle.email }),
      {
        operation: OLD,
        keyId: busy.keyId,
        label: expect.any(String),
        ownerEmail: busy.email,
        requests: 3,
        lastRequestAt: '2026-11-20T10:01:00.000Z',
      },
    ]);
    expect((await deprecatedUsage()).body.pagination.total).toBe(3);
    expect((await deprecatedUsage(`?operation=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it('is ranked on the command line by the last minutes, with the time used', async () => {
    await call('GET', `${program.url}/api/v1/businesses`, { key: idle.key });
    await call('GET', `${program.url}/api/v1/businesses`, {
      headers: { 'x-forwarded-for': '192.0.2.78' },
    });
    const address = '192.0.2.78';
    await untilSaved(`key:${idle.keyId}`, `address:${address}`);
    const top = JSON.parse((await cli('top', '--limit', '100', '--json')).stdout);
    const figures = { refusals: expect.any(Number), milliseconds: expect.any(Number) };
    expect(top.keys).toContainEqual(
      expect.objectContaining({ keyId: idle.keyId, ownerEmail: idle.email, ...figures }),
    );
    expect(top.addresses).toContainEqual({ address, requests: 1, ...figures });
    const { stdout } = await cli('top', '--sort', 'time');
    expect(stdout).toMatch(/^Key +Label +Owner +Limit\/h +Requests +Refused +Milliseconds/);
    expect(stdout).toContain(`${idle.key.slice(0, 10)}…`);
    expect(stdout).not.toContain(idle.key);
    expect((await cli('top', '--minutes', '61')).code).toBe(1);
  });

  it('is printed as a table on the command line while the server runs', async () => {
    await counted();
    const { stdout } = await cli('keys', '--sort', 'requests');
    const [head, first, second] = stdout.split('\n');
    expect(head).toMatch(/^Id +Label +Owner +State +Limit\/h +Requests, 30 d +Refused/);
    expect(first).toContain(busy.email);
    expect(second).toContain(idle.email);
    expect(stdout).not.toContain(busy.key);
  });
});
