import { Redis } from 'ioredis';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '#libs/config/src/clock.js';
import type { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import { MemoryStorage } from '#libs/rate-limit/src/storage/memory/memory.storage.js';
import { RedisStorage } from '#libs/rate-limit/src/storage/redis/redis.storage.js';
import { RedisServer } from '../support/redis-server.ts';
import { StockStorage } from './rate-limit/stock.storage.ts';
import { forkServer } from './support/fork-server.ts';
import { drive } from './support/load.ts';
import { median } from './support/statistics.ts';

/**
 * Measures the cost of the limiter: requests per second of bare Fastify and of our server with each
 * storage, in interleaved rounds, and then the storages alone.
 *
 *   npm run compile:test && node dist/test/bench/rate-limit.bench.js
 */
const ROUNDS = 3;
const CONNECTIONS = 50;
const LOAD = {
  ...{ paths: ['/api/v1/businesses'], once: false, headers: { 'x-api-key': 'bench' } },
  ...{ seconds: 4, connections: CONNECTIONS, expected: { status: 200 } },
};
const HOUR_MS = 3_600_000;
const LIMITS = [10, 1_000, 100_000];

interface Contender {
  name: string;
  program: string;
  env: Record<string, string>;
}

async function requestsPerSecond(contenders: Contender[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-bench-'));
  const BODY_FILE = join(folder, 'page.json');
  await writeFile(BODY_FILE, somePage());
  const servers = await Promise.all(
    contenders.map(({ program, env }) => forkServer(program, { BODY_FILE, ...env })),
  );
  const rates = contenders.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { url }] of servers.entries()) {
      const { answered, seconds } = await drive({ ...LOAD, url });
      // The first round only warms up.
      if (round > 0) rates[index]!.push(answered / seconds);
    }
  }
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true });
  const medians = rates.map(median);
  console.table(
    contenders.map(({ name }, index) => ({
      server: name,
      'requests/s': Math.round(medians[index]!),
      'of bare': (medians[index]! / medians[0]!).toFixed(2),
    })),
  );
}

/** Returns JSON about as long as a page of 20 businesses. */
function somePage(): string {
  const data = Array.from({ length: 20 }, (_, index) => ({ index, filler: 'x'.repeat(500) }));
  const pagination = { page: 1, limit: 20, total: 20, totalPages: 1 };
  return JSON.stringify({ success: true, data, pagination });
}

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
const ours = { program: 'rate-limit/limited.js', env: {} };
await requestsPerSecond([
  { name: 'bare Fastify', program: 'contenders/fastify.js', env: {} },
  { ...ours, name: 'ours, memory storage' },
  { ...ours, name: 'ours, Redis storage', env: { REDIS_URL: redisServer.url } },
  { ...ours, name: "ours, the throttler's stock storage", env: { STOCK_STORAGE: '1' } },
]);

const redis = new Redis(redisServer.url, { enableAutoPipelining: true });
await costPerCall({
  memory: new MemoryStorage(new SystemClock()),
  Redis: new RedisStorage(redis),
  'stock, of the throttler': new StockStorage(),
});
redis.disconnect();
await redisServer.kill();
