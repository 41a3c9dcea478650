import type { Provider } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { MemoryStorage } from './memory/memory.storage.js';
import { RateLimitWindowsRepository } from './memory/rate-limit-windows.repository.js';
import { WindowPersistence } from './memory/window-persistence.js';
import { FailoverStorage } from './redis/failover.storage.js';
import { StoreClock } from './redis/store-clock.js';

/** Provides the configured storage: memory, or a store shared by several processes. */
export function storageProviders({ REDIS_URL, REDIS_TIMEOUT_MS }: Environment): Provider[] {
  return REDIS_URL ? sharedStorage(REDIS_URL, REDIS_TIMEOUT_MS) : ownStorage;
}

const ownStorage: Provider[] = [
  {
    provide: MemoryStorage,
    inject: [Clock],
    useFactory: (clock: Clock) => new MemoryStorage(clock),
  },
  { provide: FixedWindowStorage, useExisting: MemoryStorage },
  RateLimitWindowsRepository,
  WindowPersistence,
];

const sharedStorage = (url: string, timeoutMs: number): Provider[] => [
  {
    provide: FixedWindowStorage,
    inject: [Clock],
    useFactory: async (clock: Clock) => {
      // Only a server with a store loads its client.
      const [{ createRedis }, { RedisStorage }] = await Promise.all([
        import('./redis/connect-redis.js'),
        import('./redis/redis.storage.js'),
      ]);
      const storeClock = new StoreClock(clock);
      return new FailoverStorage(
        new RedisStorage(createRedis(url)),
        new MemoryStorage(storeClock),
        storeClock,
        timeoutMs,
      );
    },
  },
];
