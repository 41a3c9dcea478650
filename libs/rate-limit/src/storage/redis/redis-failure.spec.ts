import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { eventually } from '../../../../../test/support/eventually.ts';
import { useFailoverStorages } from '../../../../../test/support/failover-storages.ts';
import { freePort } from '../../../../../test/support/free-port.ts';
import { describeWithRedis, RedisServer } from '../../../../../test/support/redis-server.ts';
import { timeOfRedis } from './check-redis.js';
import { explainRedisFailure } from './redis-failure.js';

describeWithRedis(explainRedisFailure.name, () => {
  let server: RedisServer;
  let operator: Redis;
  const storages = useFailoverStorages(500);

  beforeAll(async () => {
    server = await RedisServer.start();
    operator = new Redis(server.url);
  });
  afterAll(async () => {
    operator.disconnect();
    await server.kill();
  });

  /** Returns the log for a store at this URL, and checks that a request is served anyway. */
  async function logOf(url: string): Promise<string> {
    const storage = await storages.open(url);
    expect(await storage.hit('key:1', 5, 1_000)).toMatchObject({ allowed: true, count: 1 });
    await eventually(() => storages.warn.mock.calls.length > 0);
    expect(storage.isDegraded).toBe(true);
    return String(storages.warn.mock.calls[0]);
  }

  const password = (text: string) => operator.config('SET', 'requirepass', text);
  const reason = (url: string) =>
    timeOfRedis(url).then(
      () => 'available',
      (error: Error) => error.message,
    );

  it('explains a refused connection and an unresolvable name', async () => {
    const port = await freePort();
    expect(await reason(`redis://127.0.0.1:${port}`)).toBe('nobody listens there (ECONNREFUSED)');
    expect(await reason('redis://no-such-host..invalid')).toMatch(/\((ENOTFOUND|EAI_AGAIN)\)/);
    const sentinel = `redis-sentinel://127.0.0.1:${port}/mymaster`;
    expect(await reason(sentinel)).toBe('no sentinel in REDIS_URL names the master');
  });

  it('explains a wrong or missing password without repeating it', async () => {
    await password('right');
    try {
      const wrong = await reason(`redis://:hunter2@127.0.0.1:${server.port}`);
      expect(wrong).toContain('rejects the user name or password in REDIS_URL (WRONGPASS)');
      expect(wrong).not.toContain('hunter2');
      expect(await reason(server.url)).toContain('REDIS_URL has none (NOAUTH)');
    } finally {
      await password('');
    }
  });

  it('explains TLS to a server without it', async () => {
    const text = await reason(`rediss://127.0.0.1:${server.port}`);
    expect(text).toContain('write redis in place of rediss');
  });

  it('explains a server that is not Redis', async () => {
    const other: Server = createServer((_request, response) => response.end());
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await reason(`redis://127.0.0.1:${port}`)).toContain('is not Redis');
    other.close();
  });

  it('logs a missing database, and uses no other', async () => {
    await operator.flushall();
    expect(await logOf(`${server.url}/99`)).toContain('no database with the number in REDIS_URL');
    expect(await operator.dbsize()).toBe(0);
  });

  it('logs a server that refuses writes', async () => {
    await operator.config('SET', 'maxmemory', '1');
    try {
      expect(await logOf(server.url)).toContain('its memory is full (OOM)');
    } finally {
      await operator.config('SET', 'maxmemory', '0');
    }
  });

  it.each([
    ['MISCONF Redis is configured to save RDB snapshots', /accepts no writes \(MISC/],
    ["READONLY You can't write against a read only replica.", /\(READONLY\)/],
    ['LOADING Redis is loading the dataset in memory', /\(LOADING\)/],
    ['MOVED 3999 127.0.0.1:6381', /redis-cluster:\/\/.*\(MOVED\)/],
    ['ERR This instance has cluster support disabled', /it is no cluster/],
    ["Socket timeout. Expecting data, but didn't receive any in 2000ms.", /^it does not respond$/],
    [`ERR ${'x'.repeat(5_000)}`, /^ERR x{196}$/],
  ])('explains %.30s', (message, meaning) => {
    expect(explainRedisFailure(new Error(message))).toMatch(meaning);
  });

  it('explains a closed plain connection and the error of the first node', () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const all = Object.assign(new Error('Failed to refresh.'), { lastNodeError: reset });
    expect(explainRedisFailure(all)).toContain('write rediss in place of redis');
  });
});
