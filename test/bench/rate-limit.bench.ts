import autocannon from 'autocannon';
import { Redis } from 'ioredis';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SystemClock } from '#libs/config/src/clock.js';
import type { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import { MemoryStorage } from '#libs/rate-limit/src/storage/memory/memory.storage.js';
import { RedisStorage } from '#libs/rate-limit/src/storage/redis/redis.storage.js';
import { RedisServer } from '../support/redis-server.ts';
import { StockStorage } from './rate-limit/stock.storage.ts';

/**
 * What the limiter costs: requests per second of bare Fastify and of ours with each storage, in
 * interleaved rounds, and then the storages alone.
 *
 *   npm run build && npx tsc -p test/bench && node dist/test/bench/rate-limit.bench.js
 */
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 50;
const HOUR_MS = 3_600_000;
const LIMITS = [10, 1_000, 100_000];

interface Contender {
  name: string;
  program: string;
  env: Record<string, string>;
}

async function requestsPerSecond(contenders: Contender[]): Promise<void> {
  const servers = await Promise.all(contenders.map(start));
  const rates = contenders.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { url }] of servers.entries()) {
      const rate = await drive(`${url}/api/v1/page`);
      // The first round only warms up.
      if (round > 0) rates[index]!.push(rate);
    }
  }
  for (const { child } of servers) child.kill();
  const medians = rates.map(median);
  console.table(
    contenders.map(({ name }, index) => ({
      server: name,
      'requests/s': Math.round(medians[index]!),
      'of bare': (medians[index]! / medians[0]!).toFixed(2),
    })),
  );
}

async function start({ program, env }: Contender): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, 'rate-limit', program), {
    env: { PATH: process.env.PATH, ...env },
  });
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
}

async function drive(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'x-api-key': 'bench' },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load.`);
  return result.requests.total / result.duration;
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

/** The cost of a call on a bucket that has used up its limit, with 50 calls at a time. */
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

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const redisServer = await RedisServer.start();
const ours = { program: 'limited.js', env: {} };
await requestsPerSecond([
  { name: 'bare Fastify', program: 'bare.js', env: {} },
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
