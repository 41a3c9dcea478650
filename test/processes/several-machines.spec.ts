import type { Pool } from 'pg';
import { askAsAdmin, signIn } from '../support/admin.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { connectTo, insertBusiness } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { call, metricOf } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { describeBehindNginx, Nginx } from '../support/nginx.ts';
import { type Program, startProgram } from '../support/program.ts';
import { countdownFrom, figuresIn, remainingOfPassed, sendMany } from '../support/rate-limit.ts';
import { RedisNodes } from '../support/redis-nodes.ts';

const BUSINESSES = 25;

/** Two machines share PostgreSQL and a Redis Cluster, and nginx sends requests to them in turn. */
describeBehindNginx('several machines behind a balancer without stickiness', () => {
  let redis: RedisNodes;
  let database: TestDatabase;
  let pool: Pool;
  let programs: Program[];
  let nginx: Nginx;
  let key: string;

  beforeAll(async () => {
    redis = await RedisNodes.startCluster();
    database = await createDatabase('PostgreSQL');
    const REDIS_URL = `redis-cluster://${redis.hosts.join(',')}`;
    const ports = [await freePort(), await freePort()];
    programs = await Promise.all(
      ports.map((port) =>
        startProgram({
          ...database.env,
          PORT: `${port}`,
          PUBLIC_URL: 'http://directory.test',
          REDIS_URL,
          TRUST_PROXY: 'loopback',
        }),
      ),
    );
    nginx = await Nginx.start(ports);
    pool = await connectTo(database);
    key = (await insertKey(pool, { limitPerHour: 100_000 })).text;
    for (let i = 0; i < BUSINESSES; i++) {
      await insertBusiness(pool, { name: `Shop ${i}`, slug: `shop-${i}` });
    }
    // Each machine sees the businesses within half a second.
    for (const { url } of programs) {
      await eventually(async () => {
        const { body } = await call('GET', `${url}/api/v1/businesses`, { key });
        return body.pagination.total === BUSINESSES;
      });
    }
  });
  afterAll(async () => {
    await pool.end();
    await nginx.stop();
    await Promise.all(programs.map((program) => program.stop()));
    await database.drop();
    await redis.stop();
  });

  const get = (path: string, headers = {}) =>
    call('GET', `${nginx.url}/api/v1/${path}`, { key, headers });
  const countedBy = async (program: Program) =>
    (await metricOf(program, 'rate_limit_decisions_total{policy="key",decision="allowed"}')) || 0;

  it('allow exactly the limit among ten times as many requests to any of them', async () => {
    const limit = 100;
    const { text } = await insertKey(pool, { limitPerHour: limit });
    const before = await Promise.all(programs.map(countedBy));
    const responses = await sendMany([nginx.url], text, { total: 10 * limit, atOnce: 50 });
    expect(remainingOfPassed(responses)).toEqual(countdownFrom(limit));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(9 * limit);
    expect(new Set(responses.map((response) => figuresIn(response).reset)).size).toBe(1);
    const after = await Promise.all(programs.map(countedBy));
    const passed = after.map((count, index) => count - before[index]!);
    expect(passed[0]! + passed[1]!).toBe(limit);
    expect(Math.min(...passed)).toBeGreaterThan(0);
  });

  it('return the pages of one list with each business once', async () => {
    const ids = new Set<string>();
    for (let page = 1; page <= BUSINESSES; page++) {
      const { body } = await get(`businesses?limit=1&page=${page}`);
      expect(body.pagination.total).toBe(BUSINESSES);
      ids.add(body.data[0].id);
    }
    expect(ids.size).toBe(BUSINESSES);
  });

  it('recognize each other’s ETags', async () => {
    const tag = (await get('businesses?limit=2')).headers.get('etag')!;
    for (let i = 0; i < 4; i++) {
      const { status } = await get('businesses?limit=2', { 'if-none-match': tag });
      expect(status).toBe(304);
    }
  });

  it('continue a copy from the same cursors and wake its long poll', async () => {
    const begin = await get('changes?limit=100');
    let after: string = begin.body.pagination.next;
    for (let i = 0; i < 4; i++) {
      const waiting = get(`changes?wait=20&after=${after}`);
      const id = await insertBusiness(pool, { name: `Later ${i}` });
      const { status, body } = await waiting;
      expect([status, body.data.map((change: { id: string }) => change.id)]).toEqual([200, [id]]);
      after = body.pagination.next;
    }
  });

  it('accept a session opened on any of them and show an admin’s own change at once', async () => {
    const token = await signIn({ ...programs[0]!, url: nginx.url });
    for (let i = 0; i < 4; i++) {
      const name = `Heron Books ${i}`;
      const made = await askAsAdmin(nginx, token, 'POST', 'businesses', { name });
      expect(made.status).toBe(201);
      const found = await askAsAdmin(nginx, token, 'GET', `businesses?q=Heron+Books+${i}`);
      expect(found.body.data[0]).toMatchObject({ id: made.body.data.id, name });
    }
    expect((await askAsAdmin(nginx, token, 'DELETE', 'token')).status).toBe(204);
    const refused = () => askAsAdmin(nginx, token, 'GET', 'businesses');
    expect([(await refused()).status, (await refused()).status]).toEqual([401, 401]);
  });
});
