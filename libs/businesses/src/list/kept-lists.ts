import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { Database } from '#libs/database/src/database.js';
import type { Statements } from '#libs/database/src/statements.js';
import type { BusinessCriteria } from './business-criteria.js';
import { KeptList } from './kept-list.js';

/** Twelve lists of a million businesses, or thousands of the size of a city. */
const MAX_BYTES = 48 * 1024 * 1024;
export const MAX_LISTS = 10_000;

/** The lists asked for last; each is read or updated once, however many wait for it. */
@Injectable()
export class KeptLists {
  /** Bounded by number and by the bytes that each list says it holds; the least used go first. */
  private readonly lists = new LRUCache<string, KeptList>({
    max: MAX_LISTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  /** At most one for each read that has a connection of the `ReadPool`, or waits for one. */
  private readonly underWay = new Map<string, Promise<KeptList>>();

  constructor(private readonly database: Database) {}

  /** How many lists are held, and in how many bytes. */
  get held(): { lists: number; bytes: number } {
    return { lists: this.lists.size, bytes: this.lists.calculatedSize };
  }

  /**
   * The list of all pages of some criteria.
   *
   * @param atLeast how many of those that match it must have: nearest first, the rest may be missing
   * @param version the list is updated if it is at an older one
   */
  async find(criteria: BusinessCriteria, atLeast: number, version?: string): Promise<KeptList> {
    const key = keyOf(criteria);
    const kept = this.lists.get(key);
    const isPresent = kept && (version === undefined || BigInt(kept.version) >= BigInt(version));
    if (isPresent && kept.covers(atLeast)) return kept;

    const { reads } = this.database;
    const once = `${key} ${atLeast}`;
    const doing =
      this.underWay.get(once) ??
      (kept?.covers(atLeast)
        ? kept.updated(criteria, atLeast, reads)
        : KeptList.read(criteria, atLeast, reads)
      )
        .then((list) => {
          this.lists.set(key, list);
          return list;
        })
        .finally(() => this.underWay.delete(once));
    this.underWay.set(once, doing);
    return doing;
  }

  /** A list as of a state of the database, which is not kept. */
  async copyAt(state: Statements, criteria: BusinessCriteria, atLeast: number): Promise<KeptList> {
    const kept = this.lists.get(keyOf(criteria));
    return kept?.covers(atLeast)
      ? kept.copy().updated(criteria, atLeast, state)
      : KeptList.read(criteria, atLeast, state);
  }
}

/** Pages of one list differ in these two alone. By a digest, since criteria may be long. */
function keyOf(criteria: BusinessCriteria): string {
  const text = JSON.stringify({ ...criteria, page: undefined, limit: undefined });
  return createHash('sha256').update(text).digest('base64url');
}
