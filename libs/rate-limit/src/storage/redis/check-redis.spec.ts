import { Redis } from 'ioredis';
import { eventually } from '../../../../../test/support/eventually.ts';
import { describeWithRedis, RedisServer } from '../../../../../test/support/redis-server.ts';
import { timeOfRedis } from './check-redis.js';

describeWithRedis(timeOfRedis.name, () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.kill());

  it('returns the time of the store and the response time', async () => {
    const before = Date.now();
    const began = performance.now();
    const { time, roundTripMs } = await timeOfRedis(server.url);
    expect(time).toBeGreaterThanOrEqual(before - 1);
    expect(time).toBeLessThanOrEqual(Date.now() + 1);
    expect(roundTripMs).toBeGreaterThan(0);
    expect(roundTripMs).toBeLessThan(performance.now() - began);
  });

  it('closes its connection', async () => {
    const watcher = new Redis(server.url);
    await timeOfRedis(server.url);
    const clients = async () =>
      String(await watcher.client('LIST'))
        .trim()
        .split('\n').length;
    await eventually(async () => (await clients()) === 1);
    watcher.disconnect();
  });
});
