import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../../test/support/eventually.ts';
import { isBack, useFailoverStorages } from '../../../../../test/support/failover-storages.ts';
import { RedisNodes } from '../../../../../test/support/redis-nodes.ts';
import { describeWithRedis } from '../../../../../test/support/redis-server.ts';
import { createRedis } from './connect-redis.js';
import type { FailoverStorage } from './failover.storage.js';

const HOUR = 3_600_000;

describeWithRedis(createRedis.name, () => {
  let nodes: RedisNodes;
  const { open } = useFailoverStorages(200);
  /** Keys unique to each test, because the tests share the nodes. */
  let keys: string[];

  beforeEach(() => {
    const test = randomUUID();
    keys = Array.from({ length: 20 }, (_, index) => `key:${test}:${index}`);
  });

  const counts = async (storage: FailoverStorage) => {
    const hits = await Promise.all(keys.map((key) => storage.hit(key, 100, HOUR)));
    return new Set(hits.map(({ count }) => count));
  };

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
