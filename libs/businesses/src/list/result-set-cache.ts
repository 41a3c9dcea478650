import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { Database } from '#libs/database/src/database.js';
import type { Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { CachedResultSet, type FindList } from './cached-result-set.js';

/** Twelve result sets of a million businesses, or thousands of the size of a city. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_RESULT_SETS = 10_000;

/** The result sets asked for last. Each is read or updated once, however many wait for it. */
@Injectable()
export class ResultSetCache {
  /** Bounded by number and by the bytes that each result set says it holds; the least used go first. */
  private readonly resultSets = new LRUCache<string, CachedResultSet>({
    max: MAX_RESULT_SETS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  /** At most one for each read that has a connection of `Database.reads`, or waits for one. */
  private readonly underWay = new Map<string, Promise<CachedResultSet>>();

  /** How often a result set was asked for, and found as it was wanted. */
  readonly lookups = { hits: 0, misses: 0 };

  constructor(private readonly database: Database) {}

  /** How many result sets are held, and in how many bytes. */
  get held(): { resultSets: number; bytes: number } {
    return { resultSets: this.resultSets.size, bytes: this.resultSets.calculatedSize };
  }

  /**
   * The result set of all pages of some criteria.
   *
   * @param atLeast how many of those that match it must have: nearest first, the rest may be missing
   * @param version the result set is updated if it is at an older one
   * @param from of `CachedResultSet.read`
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

  /** A result set as of a state of the database, which is not cached. */
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

/** Pages of one list differ in these two alone. By a digest, since criteria may be long. */
export function keyOf(criteria: BusinessCriteria): string {
  const text = JSON.stringify({ ...criteria, page: undefined, limit: undefined });
  return createHash('sha256').update(text).digest('base64url');
}
