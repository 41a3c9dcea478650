import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#libs/database/src/database.js';
import type { Statements } from '#libs/database/src/statements.js';
import type { BusinessCriteria } from './business-criteria.js';
import { KeptList } from './kept-list.js';

/** Twelve lists of a million businesses, or thousands of the size of a city. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Of a list besides its numbers. */
const OVERHEAD_BYTES = 2048;

/** The lists asked for last; each is read or updated once, however many wait for it. */
@Injectable()
export class KeptLists {
  private readonly lists = new LRUCache<string, KeptList>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => OVERHEAD_BYTES + bytes,
  });
  private readonly underWay = new Map<string, Promise<KeptList>>();

  constructor(private readonly database: Database) {}

  /**
   * The list of all pages of some criteria.
   *
   * @param version the list is updated if it is at an older one
   */
  async find(criteria: BusinessCriteria, version?: string): Promise<KeptList> {
    const key = keyOf(criteria);
    const kept = this.lists.get(key);
    if (kept && (version === undefined || BigInt(kept.version) >= BigInt(version))) return kept;

    const { reads } = this.database;
    const doing =
      this.underWay.get(key) ??
      (kept ? kept.updated(reads) : KeptList.read(criteria, reads))
        .then((list) => {
          this.lists.set(key, list);
          return list;
        })
        .finally(() => this.underWay.delete(key));
    this.underWay.set(key, doing);
    return doing;
  }

  /** A list as of a state of the database, which is not kept. */
  async copyAt(state: Statements, criteria: BusinessCriteria): Promise<KeptList> {
    const kept = this.lists.get(keyOf(criteria));
    return kept ? kept.copy().updated(state) : KeptList.read(criteria, state);
  }
}

/** Pages of one list differ in these two alone. */
function keyOf(criteria: BusinessCriteria): string {
  return JSON.stringify({ ...criteria, page: undefined, limit: undefined });
}
