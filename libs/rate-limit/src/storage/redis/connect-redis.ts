import { Redis } from 'ioredis';

/**
 * A connection for counting: what cannot be sent at once fails at once, nothing is sent twice, and
 * a connection that falls silent is replaced. Concurrent requests share a round trip.
 */
export function createRedis(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    socketTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
  });
  // Commands fail with the reason; without a listener it would be printed besides.
  redis.on('error', () => {});
  return redis;
}
