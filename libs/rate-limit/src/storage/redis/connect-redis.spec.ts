import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../../test/support/eventually.ts';
import { ManualClock } from '../../../../../test/support/manual-clock.ts';
import { RedisNodes } from '../../../../../test/support/redis-nodes.ts';
import { describeWithRedis } from '../../../../../test/support/redis-server.ts';
import { MemoryStorage } from '../memory/memory.storage.js';
import { createRedis } from './connect-redis.js';
import { FailoverStorage } from './failover.storage.js';
import { RedisStorage } from './redis.storage.js';
import { StoreClock } from './store-clock.js';

const HOUR = 3_600_000;

describeWithRedis(createRedis.name, () => {
  let nodes: RedisNodes;
  let storages: FailoverStorage[];
  /** Keys unique to each test, because the tests share the nodes. */
  let keys: string[];

  beforeEach(() => {
    const test = randomUUID();
    keys = Array.from({ length: 20 }, (_, index) => `key:${test}:${index}`);
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
    storages = [];
  });
  afterEach(async () => {
    await Promise.all(storages.map((storage) => storage.onApplicationShutdown()));
    jest.restoreAllMocks();
  });

  async function open(url: string): Promise<FailoverStorage> {
    const clock = new StoreClock(new ManualClock());
    const store = new RedisStorage(createRedis(url));
    const storage = new FailoverStorage(store, new MemoryStorage(clock), clock, 200);
    await storage.onModuleInit();
    storages.push(storage);
    return storage;
  }

  const counts = async (storage: FailoverStorage) => {
    const hits = await Promise.all(keys.map((key) => storage.hit(key, 100, HOUR)));
    return new Set(hits.map(({ count }) => count));
  };
  const isBack = (storage: FailoverStorage) => eventually(() => !storage.isDegraded);

  describe('to a cluster', () => {
    beforeAll(async () => {
      nodes = await RedisNodes.startCluster();
    });
    afterAll(() => nodes.stop());
    const openCluster = () => open(`redis-cluster://${nodes.hosts.join(',')}`);

    it('counts in all shards, shared with other processes', async () => {
      const one = await openCluster();
      const other = await openCluster();
      expect([one.isDegraded, other.isDegraded]).toEqual([false, false]);
      expect(await counts(one)).toEqual(new Set([1]));
      expect(await counts(other)).toEqual(new Set([2]));
      const sizes = nodes.ports
        .slice(0, 2)
        .map(async (port) => Number(await nodes.command(port, 'DBSIZE')));
      for (const size of await Promise.all(sizes)) expect(size).toBeGreaterThan(0);
    });

    it('continues after the nodes lost its scripts', async () => {
      const storage = await openCluster();
      await counts(storage);
      for (const port of nodes.ports.slice(0, 2)) await nodes.command(port, 'SCRIPT', 'FLUSH');
      expect(await counts(storage)).toEqual(new Set([2]));
      expect(storage.isDegraded).toBe(false);
    });

    it('notices that one master hangs while the other answers', async () => {
      const storage = await openCluster();
      await counts(storage);
      nodes.hang(nodes.ports[1]!);
      expect(await counts(storage)).toEqual(new Set([2]));
      await eventually(() => storage.isDegraded);
      nodes.goOn(nodes.ports[1]!);
      await isBack(storage);
    });

    it('counts locally while a master is gone, and in its replica after failover', async () => {
      const storage = await openCluster();
      await counts(storage);
      const [, master, replica] = nodes.ports as [number, number, number];
      await nodes.kill(master);
      expect(await counts(storage)).toEqual(new Set([2]));
      await eventually(() => storage.isDegraded);
      await nodes.command(replica, 'CLUSTER', 'FAILOVER', 'TAKEOVER');
      await isBack(storage);
      expect(await counts(storage)).toEqual(new Set([3]));
    });
  });

  describe('to sentinels', () => {
    beforeAll(async () => {
      nodes = await RedisNodes.startSentinel();
    });
    afterAll(() => nodes.stop());

    it('counts in the master, and in its successor', async () => {
      const [master, , sentinel] = nodes.ports as [number, number, number];
      const storage = await open(`redis-sentinel://127.0.0.1:${sentinel}/mymaster/1`);
      expect(storage.isDegraded).toBe(false);
      expect(await counts(storage)).toEqual(new Set([1]));
      await nodes.kill(master);
      expect(await counts(storage)).toEqual(new Set([2]));
      await isBack(storage);
      expect(await counts(storage)).toEqual(new Set([3]));
    });
  });
});
