import { Logger } from '@nestjs/common';
import { MemoryStorage } from '#libs/rate-limit/src/storage/memory/memory.storage.js';
import { createRedis } from '#libs/rate-limit/src/storage/redis/connect-redis.js';
import { FailoverStorage } from '#libs/rate-limit/src/storage/redis/failover.storage.js';
import { RedisStorage } from '#libs/rate-limit/src/storage/redis/redis.storage.js';
import { StoreClock } from '#libs/rate-limit/src/storage/redis/store-clock.js';
import { eventually } from './eventually.ts';
import { ManualClock } from './manual-clock.ts';

/** Opens storages as different processes would, and closes them after each test. Silences the log. */
export function useFailoverStorages(timeoutMs: number) {
  let storages: FailoverStorage[];
  let warn: jest.SpyInstance;
  let log: jest.SpyInstance;
  beforeEach(() => {
    storages = [];
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    log = jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
  });
  afterEach(async () => {
    await Promise.all(storages.map((storage) => storage.onApplicationShutdown()));
    jest.restoreAllMocks();
  });
  return {
    get warn() {
      return warn;
    },
    get log() {
      return log;
    },
    /** @param clock clock of the process, which may be wrong */
    async open(url: string, clock = new ManualClock()): Promise<FailoverStorage> {
      const storeClock = new StoreClock(clock);
      const own = new MemoryStorage(storeClock);
      const store = new RedisStorage(createRedis(url));
      const storage = new FailoverStorage(store, own, storeClock, timeoutMs);
      storages.push(storage);
      await storage.onModuleInit();
      return storage;
    },
  };
}

export const isBack = (storage: FailoverStorage) => eventually(() => !storage.isDegraded);
