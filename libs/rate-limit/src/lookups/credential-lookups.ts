import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#libs/config/src/clock.js';
import { ADDRESS_LIMIT, WINDOW_MS } from '../limits.js';

/** Maximum number of concurrent lookups. Further lookups are batched. */
const MAX_AT_ONCE = 8;
/** Time in milliseconds over which lookups are collected into a batch. */
const GATHER_MS = 100;
const MAX_TOGETHER = 1_000;
const MAX_NETWORKS = 10_000;

interface Misses {
  count: number;
  /** Unix epoch milliseconds. */
  resetsAt: number;
}

/**
 * Looks up credentials by hash, any of which may be made up. A lookup runs immediately while its client
 * network has had fewer than `ADDRESS_LIMIT` misses in the hour and few lookups are in progress. All others are
 * batched into one query every `GATHER_MS`. So made-up credentials cost almost nothing, and valid ones are
 * found wherever they come from, if a little later.
 */
export class CredentialLookups<T> {
  private readonly misses = new LRUCache<string, Misses>({ max: MAX_NETWORKS });
  private readonly together: DataLoader<string, T | undefined>;
  private underWay = 0;

  /** @param findAll returns the matches for the given hashes, by hash */
  constructor(
    private readonly findAll: (hashes: readonly string[]) => Promise<Map<string, T>>,
    private readonly clock: Clock,
  ) {
    this.together = new DataLoader(
      async (hashes) => {
        const found = await findAll([...new Set(hashes)]);
        return hashes.map((hash) => found.get(hash));
      },
      {
        cache: false,
        maxBatchSize: MAX_TOGETHER,
        batchScheduleFn: (send) => setTimeout(send, GATHER_MS),
      },
    );
  }

  /** @param network the client network (see `clientNetwork`) */
  async find(hash: string, network: string): Promise<T | undefined> {
    const misses = this.missesOf(network);
    if (misses.count >= ADDRESS_LIMIT || this.underWay >= MAX_AT_ONCE) {
      return this.together.load(hash);
    }
    // Charge before the lookup, so that simultaneous guesses can't exceed the limit.
    misses.count += 1;
    this.underWay += 1;
    let isMiss = false;
    try {
      const found = (await this.findAll([hash])).get(hash);
      isMiss = found === undefined;
      return found;
    } finally {
      this.underWay -= 1;
      if (!isMiss) misses.count -= 1;
    }
  }

  private missesOf(network: string): Misses {
    const now = this.clock.now().getTime();
    let misses = this.misses.get(network);
    if (!misses || misses.resetsAt <= now) {
      misses = { count: 0, resetsAt: now + WINDOW_MS };
      this.misses.set(network, misses);
    }
    return misses;
  }
}
