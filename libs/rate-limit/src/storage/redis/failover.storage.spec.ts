import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { eventually } from '../../../../../test/support/eventually.ts';
import { isBack, useFailoverStorages } from '../../../../../test/support/failover-storages.ts';
import { ManualClock } from '../../../../../test/support/manual-clock.ts';
import { describeWithRedis, RedisServer } from '../../../../../test/support/redis-server.ts';
import { SlowProxy } from '../../../../../test/support/slow-proxy.ts';
import { MemoryStorage } from '../memory/memory.storage.js';
import { FailoverStorage } from './failover.storage.js';
import type { RedisStorage } from './redis.storage.js';
import { StoreClock } from './store-clock.js';

const HOUR = 3_600_000;
const KEY = 'key:1';
const TIMEOUT_MS = 50;
/** Long enough for a busy machine, on which Redis responds late. */
const REDIS_TIMEOUT_MS = 200;

describeWithRedis(FailoverStorage.name, () => {
  let server: RedisServer;
  const storages = useFailoverStorages(REDIS_TIMEOUT_MS);
  const open = (clock?: ManualClock, url = server.url) => storages.open(url, clock);

  beforeEach(async () => {
    server = await RedisServer.start();
  });
  afterEach(() => server.kill());

  const hit = (storage: FailoverStorage, limit = 100) => storage.hit(KEY, limit, HOUR);

  it('clears a window for all processes, and refuses while the store is unavailable', async () => {
    const one = await open();
    const other = await open();
    await hit(one);
    await hit(other);
    await one.clear([KEY]);
    expect((await hit(other)).count).toBe(1);
    await server.kill();
    await expect(other.clear([KEY])).rejects.toMatchObject({ code: 'unavailable' });
    expect((await hit(other)).count).toBe(2);
    // The other process does not resume the cleared count either.
    expect((await hit(one)).count).toBe(1);
  });

  it('shares counts with other processes regardless of their clocks', async () => {
    const one = await open();
    const other = await open(new ManualClock(Date.now() + HOUR));
    const hits = [await hit(one), await hit(other), await hit(one), await hit(other)];
    expect(hits.map(({ count }) => count)).toEqual([1, 2, 3, 4]);
    expect(new Set(hits.map(({ resetsAt }) => resetsAt)).size).toBe(1);
  });

  it('keeps the count and the end of the window when the store is killed', async () => {
    const storage = await open();
    await hit(storage, 3);
    const { resetsAt } = await hit(storage, 3);
    await server.kill();
    expect(await hit(storage, 3)).toMatchObject({ allowed: true, count: 3, resetsAt });
    expect(await hit(storage, 3)).toMatchObject({ allowed: false, count: 3, resetsAt });
    expect(storage.isDegraded).toBe(true);
    await eventually(() => storages.warn.mock.calls.length === 1);
    expect(storages.warn).toHaveBeenCalledWith(expect.stringContaining('(ECONNREFUSED)'));
  });

  it('ends no window early without the store, however fast its own clock is', async () => {
    const storage = await open(new ManualClock(Date.now() + 2 * HOUR));
    const { resetsAt } = await hit(storage);
    await server.kill();
    expect(await hit(storage)).toMatchObject({ count: 2, resetsAt });
  });

  it('notices an outage without a request', async () => {
    const storage = await open();
    await server.kill();
    await eventually(() => storage.isDegraded);
  });

  it('starts without the store and logs it', async () => {
    await server.kill();
    const storage = await open();
    expect(await hit(storage)).toMatchObject({ allowed: true, count: 1 });
    expect(storage.isDegraded).toBe(true);
    expect(storages.warn).toHaveBeenCalledTimes(1);
  });

  it('waits only once for a hanging store, and returns to it when it recovers', async () => {
    const storage = await open();
    await hit(storage);
    server.hang();
    const during = await Promise.all(Array.from({ length: 10 }, () => hit(storage)));
    expect(during.map(({ count }) => count)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    await eventually(() => storage.isDegraded);
    server.goOn();
    await isBack(storage);
    // The store may also have counted requests sent before it hung, but none is lost.
    const { count } = await hit(storage);
    expect(count).toBeGreaterThanOrEqual(12);
    expect(count).toBeLessThanOrEqual(22);
    expect(storages.log).toHaveBeenCalledTimes(1);
  });

  it('restores the counts of a store that lost its data', async () => {
    const one = await open();
    const other = await open();
    for (const storage of [one, other, one, other, other]) await hit(storage);
    await server.kill();
    await hit(one);
    await server.start();
    for (const storage of [one, other]) await isBack(storage);
    expect((await hit(other)).count).toBe(6);
    expect((await hit(one)).count).toBe(7);
  });

  it('stops using a slow store until it is fast again', async () => {
    const proxy = await SlowProxy.start(server.port);
    const storage = await open(undefined, `redis://127.0.0.1:${proxy.port}`);
    await hit(storage);
    proxy.delay = 2 * REDIS_TIMEOUT_MS;
    expect((await hit(storage)).count).toBe(2);
    for (let count = 3; count <= 50; count++) expect((await hit(storage)).count).toBe(count);
    await eventually(() => storage.isDegraded);
    expect(storages.log).not.toHaveBeenCalled();
    proxy.delay = 0;
    await isBack(storage);
    expect((await hit(storage)).count).toBe(51);
    await proxy.stop();
  });

  it('stops using a read-only store until it accepts writes', async () => {
    const storage = await open();
    await hit(storage);
    const operator = new Redis(server.url);
    await operator.config('SET', 'maxmemory', '1');
    expect((await hit(storage)).count).toBe(2);
    await eventually(() => storage.isDegraded);
    await operator.config('SET', 'maxmemory', '0');
    await isBack(storage);
    expect((await hit(storage)).count).toBe(3);
    operator.disconnect();
  });

  it('does not mistake its own stall for an outage', async () => {
    const storage = await open();
    const answer = hit(storage);
    await new Promise(setImmediate);
    const end = Date.now() + 2 * REDIS_TIMEOUT_MS;
    while (Date.now() < end);
    await answer;
    expect(storage.isDegraded).toBe(false);
  });
});

describe(`${FailoverStorage.name} with an unavailable store`, () => {
  afterEach(async () => {
    await storage.onApplicationShutdown();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  let isAway: boolean;
  let cause: string;
  let raised: Map<string, number>;
  let whileRaising: () => Promise<unknown>;
  let replyAfter: number;
  let loseConnection: () => void;
  let close: jest.Mock;
  let storage: FailoverStorage;
  let warned: jest.SpyInstance;

  beforeEach(() => {
    warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
    const clock = new StoreClock(new ManualClock());
    isAway = true;
    cause = 'it is away';
    raised = new Map();
    whileRaising = async () => {};
    replyAfter = 0;
    close = jest.fn();
    const store = {
      connect: async () => {},
      onLoss: (listener: () => void) => (loseConnection = listener),
      close,
      explain: () => cause,
      shardOf: () => 'all',
      bucketsOfShards: (prefix: string) => [prefix],
      hit: async () => {
        if (isAway) throw new Error('away');
        if (replyAfter) await new Promise((resolve) => setTimeout(resolve, replyAfter));
        const now = clock.now().getTime();
        return { allowed: true, count: 1, resetsAt: now + HOUR, now };
      },
      raise: async (bucket: string, count: number) => {
        raised.set(bucket, count);
        await whileRaising();
      },
    };
    const own = new MemoryStorage(clock);
    storage = new FailoverStorage(store as unknown as RedisStorage, own, clock, TIMEOUT_MS);
  });

  it.each([500, 501, 1_200])('sends all %i windows to the recovered store', async (windows) => {
    await storage.onModuleInit();
    for (let n = 0; n < windows; n++) await storage.hit(`key:${n}`, 10, HOUR);
    await storage.hit('key:0', 10, HOUR);
    isAway = false;
    await isBack(storage);
    await storage.onApplicationShutdown();
    raised.delete('check');
    expect([raised.size, raised.get('key:0'), raised.get(`key:${windows - 1}`)]).toEqual([
      ...[windows, 2, 1],
    ]);
  });

  it('also sends windows counted during recovery', async () => {
    await storage.onModuleInit();
    for (const bucket of ['key:known', 'key:other']) await storage.hit(bucket, 10, HOUR);
    whileRaising = async () => {
      whileRaising = async () => {};
      await storage.hit('key:known', 10, HOUR);
      await storage.hit('key:new', 10, HOUR);
    };
    isAway = false;
    await isBack(storage);
    await storage.onApplicationShutdown();
    raised.delete('check');
    expect(Object.fromEntries(raised)).toEqual({ 'key:known': 2, 'key:other': 1, 'key:new': 1 });
  });

  it('stops using a store after exactly five consecutive late responses', async () => {
    jest.useFakeTimers();
    isAway = false;
    await storage.onModuleInit();
    const hitLate = async (times: number) => {
      replyAfter = TIMEOUT_MS + 1;
      for (let n = 0; n < times; n++) {
        const hit = storage.hit('key:late', 10, HOUR);
        await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 1);
        await hit;
      }
      replyAfter = 0;
    };
    await hitLate(4);
    expect(storage.isDegraded).toBe(false);
    await storage.hit('key:in-time', 10, HOUR);
    await hitLate(4);
    expect(storage.isDegraded).toBe(false);
    await hitLate(1);
    expect(storage.isDegraded).toBe(true);
  });

  it('logs each cause once per outage, at most five, and reports latency only while the store responds', async () => {
    jest.useFakeTimers();
    const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
    await storage.onModuleInit();
    await pass(60_000);
    expect(warned).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 10; n++) {
      cause = `cause ${n}`;
      await pass(500);
    }
    expect(warned.mock.calls.flat()).toEqual([
      expect.stringMatching(/not available: it is away\. .*each process counts/i),
      ...[0, 1, 2, 3].map((n) => `The rate limit store is still not available: cause ${n}.`),
    ]);
    expect(storage.latency).toBeUndefined();

    isAway = false;
    await pass(500);
    expect([storage.isDegraded, storage.latency]).toEqual([false, expect.any(Number)]);
    expect(storage.latency).toBeLessThan(10);
    isAway = true;
    await pass(500);
    expect([storage.isDegraded, storage.latency]).toEqual([true, undefined]);
    expect(warned).toHaveBeenCalledTimes(6);
  });

  it('also logs an outage that ends before the next check', async () => {
    jest.useFakeTimers();
    isAway = false;
    await storage.onModuleInit();
    expect(warned).not.toHaveBeenCalled();
    loseConnection();
    expect(storage.isDegraded).toBe(true);
    await jest.advanceTimersByTimeAsync(500);
    expect(storage.isDegraded).toBe(false);
    expect(warned.mock.calls).toEqual([[expect.stringContaining('the connection is lost')]]);
    await storage.onApplicationShutdown();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
