import type { Redis } from 'ioredis';
import { connectRedis, createRedis } from './connect-redis.js';
import { explainRedisFailure } from './redis-failure.js';

/**
 * Reads the store's clock.
 *
 * @returns Unix epoch milliseconds and the response time
 * @throws Error with the reason it is unavailable, as part of a sentence and without secrets
 */
export async function timeOfRedis(url: string): Promise<{ time: number; roundTripMs: number }> {
  const redis = createRedis(url);
  let cause: Error | undefined;
  redis.on('error', (error: Error) => (cause = error));
  try {
    await connectRedis(redis);
    const began = performance.now();
    const [seconds, microseconds] = await (redis as Redis).time();
    const time = Number(seconds) * 1000 + Number(microseconds) / 1000;
    return { time, roundTripMs: performance.now() - began };
  } catch (error) {
    throw new Error(explainRedisFailure(cause ?? (error as Error)), { cause: error });
  } finally {
    redis.disconnect();
  }
}
