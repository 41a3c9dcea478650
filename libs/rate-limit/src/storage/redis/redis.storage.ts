import type { Redis } from 'ioredis';
import { FixedWindowStorage, type Hit } from '../fixed-window.storage.js';
import { hitScript, raiseScript, STORE_TIME } from './redis.scripts.js';

type HitReply = [allowed: 0 | 1, count: number, resetsAt: number, now: number];

interface Scripts {
  hitWindow(key: string, limit: number, windowMs: number): Promise<HitReply>;
  raiseWindow(key: string, count: number, resetsAt: number): Promise<unknown>;
}

/**
 * Windows in Redis or Valkey, for several processes to count in together: one atomic script a
 * request, by the store's own clock, so that the processes' clocks do not matter.
 */
export class RedisStorage extends FixedWindowStorage {
  private readonly scripts: Scripts;

  /** @param storeTime Lua that answers the present time in milliseconds; tests give their own */
  constructor(
    private readonly redis: Redis,
    storeTime = STORE_TIME,
  ) {
    super();
    redis.defineCommand('hitWindow', { numberOfKeys: 1, lua: hitScript(storeTime) });
    redis.defineCommand('raiseWindow', { numberOfKeys: 1, lua: raiseScript(storeTime) });
    this.scripts = redis as Redis & Scripts;
  }

  /** Settles when connected, or when that failed; then it goes on trying by itself. */
  async connect(): Promise<void> {
    await this.redis.connect().catch(() => {});
  }

  /** Tells whenever the connection is lost: the store may then have lost what it held. */
  onLoss(listener: () => void): void {
    this.redis.on('close', listener);
  }

  close(): void {
    this.redis.removeAllListeners('close').disconnect();
  }

  override async hit(bucket: string, limit: number, windowMs: number): Promise<Hit> {
    const [allowed, count, resetsAt, now] = await this.scripts.hitWindow(
      keyName(bucket),
      limit,
      windowMs,
    );
    return { allowed: allowed === 1, count, resetsAt, now };
  }

  /** Takes over what was counted elsewhere: the higher count holds, and the end of a running window. */
  async raise(bucket: string, count: number, resetsAt: number): Promise<void> {
    await this.scripts.raiseWindow(keyName(bucket), count, resetsAt);
  }
}

/** In braces stands what decides the key's place in a Redis Cluster. */
function keyName(bucket: string): string {
  return `rate-limit:{${bucket}}`;
}
