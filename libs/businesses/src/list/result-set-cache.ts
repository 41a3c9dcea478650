import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { Database } from '#libs/database/src/database.js';
import type { Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { CachedResultSet, type FindList } from './cached-result-set.js';

/** Enough for twelve result sets of a million businesses, or thousands of the size of a city. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_RESULT_SETS = 10_000;

/** Caches recently used result sets. Concurrent requests share a read or update. */
@Injectable()
export class ResultSetCache {
  /**
   * Result sets, bounded by count and by their bytes. The least recently used ones are evicted
   * first.
   */
  private readonly resultSets = new LRUCache<string, CachedResultSet>({
    max: MAX_RESULT_SETS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  /**
   * Reads in progress, at most one for each read that has or waits for a connection of
   * `Database.reads`.
   */
  private readonly underWay = new Map<string, Promise<CachedResultSet>>();

  /** Numbers of cache hits and misses. */
  readonly lookups = { hits: 0, misses: 0 };

  constructor(private readonly database: Database) {}

  /** Number of cached result sets and their total size in bytes. */
  get held(): { resultSets: number; bytes: number } {
    return { resultSets: this.resultSets.size, bytes: this.resultSets.calculatedSize };
  }

  /**
   * Returns the result set for all pages of the criteria.
   *
   * @param atLeast minimum number of matching businesses; when sorted by distance, others may
   * be missing
   * @param version minimum directory version; an older result set is updated
   * @param from see `CachedResultSet.read`
   */
  async find(
    criteria: BusinessCriteria,
    atLeast: number,
    version?: string,
    from?: number,
  ): Promise<CachedResultSet> {
    const key = keyOf(criteria);
    const cached = this.resultSets.get(key);
    const isPresent =
      cached && (version === undefined || BigInt(cached.version) >= BigInt(version));
    const isHit = isPresent && cached.covers(atLeast);
    this.lookups[isHit ? 'hits' : 'misses'] += 1;
    if (isHit) return cached;

    const { reads } = this.database;
    const find: FindList = (each, atVersion) => this.find(each, Infinity, atVersion);
    const once = `${key} ${atLeast}`;
    const doing =
      this.underWay.get(once) ??
      (cached?.covers(atLeast)
        ? cached.updated(criteria, atLeast, reads, find)
        : CachedResultSet.read(criteria, atLeast, reads, find, from)
      )
        .then((resultSet) => {
          this.resultSets.set(key, resultSet);
          return resultSet;
        })
        .finally(() => this.underWay.delete(once));
    this.underWay.set(once, doing);
    return doing;
  }

  /** Returns a result set within a snapshot of the database. It is not cached. */
  async copyAt(
    state: Statements,
    criteria: BusinessCriteria,
    atLeast: number,
  ): Promise<CachedResultSet> {
    const cached = this.resultSets.get(keyOf(criteria));
    const find: FindList = (each) => this.copyAt(state, each, Infinity);
    return cached?.covers(atLeast)
      ? cached.copy().updated(criteria, atLeast, state, find)
      : CachedResultSet.read(criteria, atLeast, state, find);
  }
}

/**
 * Returns the cache key, which ignores page and limit. It is a digest, because criteria may be
 * long.
 */
export function keyOf(criteria: BusinessCriteria): string {
  const text = JSON.stringify({ ...criteria, page: undefined, limit: undefined });
  return createHash('sha256').update(text).digest('base64url');
}
