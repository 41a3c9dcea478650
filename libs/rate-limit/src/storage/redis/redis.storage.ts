import { setImmediate as endOfTurn } from 'node:timers/promises';
import calculateSlot from 'cluster-key-slot';
import { Cluster, type Redis } from 'ioredis';
import { FixedWindowStorage } from '../fixed-window.storage.js';
import type { Hit } from '../rate-limit-windows.js';
import { connectRedis, createRedis } from './connect-redis.js';
import { explainRedisFailure } from './redis-failure.js';
import { CLEAR, hitScript, raiseScript, STORE_TIME } from './redis.scripts.js';

type HitReply = [counted: number, count: number, resetsAt: number, now: number];

/** Requests that one script counts. */
interface Turn {
  cost: number;
  reply: Promise<HitReply>;
}

interface Scripts {
  hitWindow(key: string, limit: number, windowMs: number, cost: number): Promise<HitReply>;
  clearWindow(key: string): Promise<unknown>;
  raiseWindow(key: string, count: number, resetsAt: number): Promise<unknown>;
}

/** Number of slots in every Redis Cluster. */
const SLOTS = 16_384;
/** Name of the shard of a slot without a master. */
const NO_SHARD = 'none';

/** Messages of ioredis for a command that it could not send, or that was lost with the connection. */
const NO_CONNECTION =
  /^(Connection is closed|Stream isn't writeable|Cluster isn't ready|Command aborted)/;

/**
 * Windows in Redis or Valkey, shared by several processes. One atomic script counts the requests of a
 * bucket that arrive in the same turn of the event loop and allows the first of them, up to the limit.
 * It uses the store's clock, so the processes' clocks don't matter. In a cluster each master holds one
 * shard of the windows; a script accesses only one window and therefore one shard.
 */
export class RedisStorage extends FixedWindowStorage {
  private readonly scripts: Scripts;
  /** Requests of this turn of the event loop, by limit and bucket. Emptied at its end. */
  private readonly turns = new Map<string, Turn>();
  /** Last connection error, until a hit succeeds. Commands report only that there is no connection. */
  private connectionError?: Error;

  /** @param storeTime Lua that returns the current time in milliseconds; tests pass their own */
  constructor(
    private readonly redis: Redis | Cluster,
    storeTime = STORE_TIME,
  ) {
    super();
    redis.defineCommand('hitWindow', { numberOfKeys: 1, lua: hitScript(storeTime) });
    redis.defineCommand('clearWindow', { numberOfKeys: 1, lua: CLEAR });
    redis.defineCommand('raiseWindow', { numberOfKeys: 1, lua: raiseScript(storeTime) });
    this.scripts = redis as typeof redis & Scripts;
    const note = (error: Error) => this.onConnectionError(error);
    redis.on('error', note).on('node error', note);
  }

  /** Opens the windows of other processes, for a process that only reads and clears them. */
  static async open(url: string): Promise<RedisStorage> {
    const storage = new RedisStorage(createRedis(url));
    await storage.connect();
    return storage;
  }

  connect(): Promise<void> {
    return connectRedis(this.redis);
  }

  /** Registers a callback for lost connections: the store may have lost its data. */
  onLoss(listener: () => void): void {
    this.redis.on('close', listener);
  }

  close(): void {
    this.redis.removeAllListeners('close').disconnect();
  }

  override async hit(bucket: string, limit: number, windowMs: number, cost = 1): Promise<Hit> {
    // ioredis would throw an unrelated error.
    if (this.shardOf(bucket) === NO_SHARD) throw new Error('CLUSTERDOWN');
    const turn = this.turnOf(bucket, limit, windowMs);
    const before = turn.cost;
    turn.cost += cost;
    const [counted, count, resetsAt, now] = await turn.reply;
    this.connectionError = undefined;
    const countedAfter = counted - Math.min(counted, before + cost);
    return { allowed: counted > before, count: count - countedAfter, resetsAt, now };
  }

  override async clear(buckets: readonly string[]): Promise<void> {
    for (const bucket of buckets) await this.scripts.clearWindow(keyName(bucket));
  }

  /** Adopts counts from elsewhere: the higher count wins, and a running window keeps its end. */
  async raise(bucket: string, count: number, resetsAt: number): Promise<void> {
    await this.scripts.raiseWindow(keyName(bucket), count, resetsAt);
  }

  /** Returns the shard of a bucket's window. */
  shardOf(bucket: string): string {
    if (!(this.redis instanceof Cluster)) return 'all';
    return this.redis.slots[calculateSlot(keyName(bucket))]?.[0] ?? NO_SHARD;
  }

  /** Returns one bucket per shard, to check that all of them count. */
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

  /** Returns why a command failed, without secrets; undefined if the cause of a lost connection is not known yet. */
  explain(error: Error): string | undefined {
    const cause = NO_CONNECTION.test(error.message) ? this.connectionError : error;
    return cause && explainRedisFailure(cause);
  }

  private turnOf(bucket: string, limit: number, windowMs: number): Turn {
    const id = `${limit} ${bucket}`;
    const present = this.turns.get(id);
    if (present) return present;
    const send = () => {
      this.turns.delete(id);
      return this.scripts.hitWindow(keyName(bucket), limit, windowMs, turn.cost);
    };
    const turn: Turn = { cost: 0, reply: endOfTurn().then(send) };
    this.turns.set(id, turn);
    return turn;
  }

  private onConnectionError(error: Error): void {
    this.connectionError = error;
    // ioredis would continue with database 0, which may belong to another application.
    if (error.message.startsWith('ERR DB index')) this.redis.disconnect(true);
  }
}

/** The part in braces determines the key's slot in a Redis Cluster. */
function keyName(bucket: string): string {
  return `rate-limit:{${bucket}}`;
}
