import { Redis } from 'ioredis';
import { SystemClock } from '#libs/config/src/clock.js';
import type { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import { MemoryStorage } from '#libs/rate-limit/src/storage/memory/memory.storage.js';
import { RedisStorage } from '#libs/rate-limit/src/storage/redis/redis.storage.js';
import { RedisServer } from '../support/redis-server.ts';
import { StockStorage } from './rate-limit/stock.storage.ts';

/**
 * Measures the cost of a call of each storage.
 *
 *   npm run compile:test && node dist/test/bench/rate-limit.bench.js
 */
const CONNECTIONS = 50;
const HOUR_MS = 3_600_000;
const LIMITS = [10, 1_000, 100_000];

async function costPerCall(storages: Record<string, FixedWindowStorage>): Promise<void> {
  const table = [];
  for (const [name, storage] of Object.entries(storages)) {
    const row: Record<string, string> = { storage: name };
    for (const limit of LIMITS) {
      row[`µs at ${limit.toLocaleString('en')}`] = (await microseconds(storage, limit)).toFixed(2);
    }
    table.push(row);
  }
  console.table(table);
}

/** Measures a call on an exhausted bucket, with 50 concurrent calls. */
async function microseconds(storage: FixedWindowStorage, limit: number): Promise<number> {
  const bucket = `key:${limit}`;
  const call = () => storage.increment(bucket, HOUR_MS, limit);
  await times(limit, call);
  const calls = storage instanceof StockStorage && limit > 1_000 ? 2_000 : 20_000;
  await times(calls, call);
  const started = performance.now();
  await times(calls, call);
  return ((performance.now() - started) * 1000) / calls;
}

async function times(count: number, call: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += CONNECTIONS) {
    await Promise.all(Array.from({ length: Math.min(CONNECTIONS, count - done) }, call));
  }
}

const redisServer = await RedisServer.start();
const redis = new Redis(redisServer.url, { enableAutoPipelining: true });
await costPerCall({
  memory: new MemoryStorage(new SystemClock()),
  Redis: new RedisStorage(redis),
  'stock, of the throttler': new StockStorage(),
});
redis.disconnect();
await redisServer.kill();
