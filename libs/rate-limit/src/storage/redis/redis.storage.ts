import calculateSlot from 'cluster-key-slot';
import { Cluster, type Redis } from 'ioredis';
import { FixedWindowStorage, type Hit } from '../fixed-window.storage.js';
import { createRedis } from './connect-redis.js';
import { explainRedisFailure } from './redis-failure.js';
import { hitScript, raiseScript, STORE_TIME } from './redis.scripts.js';

type HitReply = [allowed: 0 | 1, count: number, resetsAt: number, now: number];

interface Scripts {
  hitWindow(key: string, limit: number, windowMs: number, cost: number): Promise<HitReply>;
  raiseWindow(key: string, count: number, resetsAt: number): Promise<unknown>;
}

/** How many slots every Redis Cluster has. */
const SLOTS = 16_384;
/** The name of the shard of a slot that no master serves. */
const NO_SHARD = 'none';

/** What ioredis says of a command that it could not send, or that was under way when it lost the connection. */
const NO_CONNECTION =
  /^(Connection is closed|Stream isn't writeable|Cluster isn't ready|Command aborted)/;

/**
 * Windows in Redis or Valkey, for several processes to count in together: one atomic script a
 * request, by the store's own clock, so that the processes' clocks do not matter. In a cluster each
 * master keeps a part of the windows, a shard; a script touches one window only, so one shard.
 */
export class RedisStorage extends FixedWindowStorage {
  private readonly scripts: Scripts;
  /** The last of a connection, until one counts. Commands only say that there is none. */
  private connectionError?: Error;

  /** @param storeTime Lua that answers the present time in milliseconds; tests give their own */
  constructor(
    private readonly redis: Redis | Cluster,
    storeTime = STORE_TIME,
  ) {
    super();
    redis.defineCommand('hitWindow', { numberOfKeys: 1, lua: hitScript(storeTime) });
    redis.defineCommand('raiseWindow', { numberOfKeys: 1, lua: raiseScript(storeTime) });
    this.scripts = redis as typeof redis & Scripts;
    const note = (error: Error) => this.onConnectionError(error);
    redis.on('error', note).on('node error', note);
  }

  /** The windows that other processes count in, for one that only looks at them and clears them. */
  static async open(url: string): Promise<RedisStorage> {
    const storage = new RedisStorage(createRedis(url));
    await storage.connect();
    return storage;
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

  override async hit(bucket: string, limit: number, windowMs: number, cost = 1): Promise<Hit> {
    // ioredis would fail by a fault of its own.
    if (this.shardOf(bucket) === NO_SHARD) throw new Error('CLUSTERDOWN');
    const [allowed, count, resetsAt, now] = await this.scripts.hitWindow(
      keyName(bucket),
      limit,
      windowMs,
      cost,
    );
    this.connectionError = undefined;
    return { allowed: allowed === 1, count, resetsAt, now };
  }

  override async clear(buckets: readonly string[]): Promise<void> {
    for (const bucket of buckets) await this.redis.del(keyName(bucket));
  }

  /** Takes over what was counted elsewhere: the higher count holds, and the end of a running window. */
  async raise(bucket: string, count: number, resetsAt: number): Promise<void> {
    await this.scripts.raiseWindow(keyName(bucket), count, resetsAt);
  }

  /** Which shard a bucket's window is in. */
  shardOf(bucket: string): string {
    if (!(this.redis instanceof Cluster)) return 'all';
    return this.redis.slots[calculateSlot(keyName(bucket))]?.[0] ?? NO_SHARD;
  }

  /** Buckets of which each shard has one, to see whether all of them count. */
  bucketsOfShards(prefix: string): string[] {
    if (!(this.redis instanceof Cluster)) return [prefix];
    const missing = new Set(this.redis.slots.map(([master]) => master));
    const buckets: string[] = [];
    for (let number = 0; missing.size > 0 && number < SLOTS; number++) {
      const bucket = `${prefix}:${number}`;
      if (missing.delete(this.shardOf(bucket))) buckets.push(bucket);
    }
    return buckets.length > 0 ? buckets : [prefix];
  }

  /** Why a command failed, without secrets; undefined where a connection was lost and the cause is not known yet. */
  explain(error: Error): string | undefined {
    const cause = NO_CONNECTION.test(error.message) ? this.connectionError : error;
    return cause && explainRedisFailure(cause);
  }

  private onConnectionError(error: Error): void {
    this.connectionError = error;
    // ioredis would go on with database 0, which may be somebody else's.
    if (error.message.startsWith('ERR DB index')) this.redis.disconnect(true);
  }
}

/** In braces stands what decides the key's slot in a Redis Cluster. */
function keyName(bucket: string): string {
  return `rate-limit:{${bucket}}`;
}
