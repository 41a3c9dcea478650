import { createHash } from 'node:crypto';
import type { Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { isIndexed } from './business-order.sql.js';
import { type Change, mostChanges, readChanges } from './changes.js';
import type { IdList } from './id-list.js';
import { readIds, readIdsOrMost, withMost } from './read-ids.js';
import { type Resolution, resolve, type Resolved, type Stamp } from './resolve.js';

/** Memory used by a result set in addition to its ids. */
const OVERHEAD_BYTES = 2048;

/**
 * Radii of circles around a point, in meters. Each circle has twice the area of the previous one,
 * so that the sorted one is seldom much larger than necessary. The last one covers Minnesota from
 * any point in it.
 */
export const RADII = Array.from({ length: 21 }, (_, doublings) => 1_000 * 2 ** (doublings / 2));

/** Returns the cached result set of other criteria, at the given version or later. */
export type FindList = (criteria: BusinessCriteria, version: string) => Promise<CachedResultSet>;

/**
 * Ordered ids of the businesses that match criteria, at one version of the directory. It is read
 * once and then updated with changes only. A deep page and `total` therefore cost no more than a
 * first page, however large the directory is and however often it changes.
 *
 * It stores none of the criteria, which may be long, except for the corrected search. Callers pass
 * the criteria again.
 */
export class CachedResultSet {
  private constructor(
    /** Digest of the resolved criteria. If it changes, this result set no longer matches them. */
    private readonly meaning: string,
    /** Corrected search, or null if it was not corrected. */
    readonly corrected: string | null,
    /** State that the next update starts from. Later changes may already be included. */
    private stamp: Stamp,
    private matches: IdList,
    /** Radius of a partial list around the point, in meters. Undefined if the list is complete. */
    private readonly radius: number | undefined,
  ) {}

  /**
   * @param atLeast minimum number of businesses, if that many match; with sort by distance,
   * businesses beyond a circle may then be missing
   * @param find finds other result sets that this one is built from
   * @param from estimated radius in meters; smaller circles are not tried
   */
  static async read(
    criteria: BusinessCriteria,
    atLeast: number,
    database: Statements,
    find: FindList,
    from = 0,
  ): Promise<CachedResultSet> {
    const resolved = await resolve(criteria, database);
    return CachedResultSet.readResolved(criteria, atLeast, resolved, database, find, from);
  }

  private static async readResolved(
    criteria: BusinessCriteria,
    atLeast: number,
    { resolution, stamp }: Resolved,
    database: Statements,
    find: FindList,
    from: number,
  ): Promise<CachedResultSet> {
    const mayBeNearest = atLeast < Infinity && !resolution.search?.most;
    for (const radius of mayBeNearest ? RADII.filter((each) => each >= from) : []) {
      const near = await readIds({ ...criteria, radius }, resolution, database);
      if (near.total >= atLeast) return CachedResultSet.of(resolution, stamp, near, radius);
    }
    const readAlone = async (q: string, alone: Resolution) => {
      const found = await find({ ...criteria, q }, stamp.version);
      return found.isOf(alone, stamp.version) ? found.matches : readIds(criteria, alone, database);
    };
    const ids = await readIdsOrMost(criteria, resolution, database, readAlone);
    return CachedResultSet.of(resolution, stamp, ids);
  }

  private static of(resolution: Resolution, stamp: Stamp, ids: IdList, radius?: number) {
    const corrected = resolution.search?.corrected ?? null;
    return new CachedResultSet(digest(resolution), corrected, stamp, ids, radius);
  }

  get version(): string {
    return this.stamp.version;
  }

  get total(): number {
    return this.matches.total;
  }

  /** Bytes held in memory. */
  get bytes(): number {
    return OVERHEAD_BYTES + 2 * (this.corrected?.length ?? 0) + this.matches.bytes;
  }

  /** Reports whether this result set still matches the criteria at the given version or later. */
  private isOf(resolution: Resolution, version: string): boolean {
    return digest(resolution) === this.meaning && BigInt(version) <= BigInt(this.version);
  }

  /**
   * Reports whether it contains the first `count` matching businesses, or all if there are fewer.
   */
  covers(count: number): boolean {
    return this.radius === undefined || this.total >= count;
  }

  /** @returns the numbers of the page's businesses, in order */
  page({ page, limit }: Pick<BusinessCriteria, 'page' | 'limit'>): number[] {
    return this.matches.slice((page - 1) * limit, limit);
  }

  /** Returns the numbers of all businesses in order, at the current version. */
  numbers(): Uint32Array {
    return this.matches.all();
  }

  copy(): CachedResultSet {
    return new CachedResultSet(this.meaning, this.corrected, this.stamp, this.matches, this.radius);
  }

  /**
   * Updates the result set to the current version of the database.
   *
   * @param criteria criteria that it was read for
   * @returns this result set after an update, or a new one
   */
  async updated(
    criteria: BusinessCriteria,
    atLeast: number,
    database: Statements,
    find: FindList,
  ): Promise<CachedResultSet> {
    const resolved = await resolve(criteria, database);
    const { stamp, resolution } = resolved;
    if (this.canFollow(stamp, resolution)) {
      const within = { ...criteria, radius: this.radius ?? criteria.radius };
      const wide = withMost(resolution);
      const most = mostChanges(this.total);
      const changes = await readChanges(within, wide, this.stamp.changedAt, most, database);
      // A change of a full match can also change the partial matches.
      const keepsOrder = isIndexed(criteria.sort) && wide === resolution;
      if (changes && this.apply(changes, keepsOrder)) {
        this.stamp = stamp;
        return this;
      }
    }
    const from = this.radius ?? 0;
    return CachedResultSet.readResolved(criteria, atLeast, resolved, database, find, from);
  }

  private canFollow({ version, listsSince }: Stamp, resolution: Resolution): boolean {
    const present = BigInt(this.version);
    return (
      digest(resolution) === this.meaning &&
      BigInt(listsSince) <= present &&
      present <= BigInt(version)
    );
  }

  /**
   * @param keepsOrder true if the changes include their position
   * @returns false if the result set must be reread
   */
  private apply(changes: readonly Change[], keepsOrder: boolean): boolean {
    if (!keepsOrder) {
      const numbers = new Set(changes.map(({ number }) => number));
      return !changes.some(({ isMatch }) => isMatch) && !this.matches.hasAny(numbers);
    }
    const changed = this.matches.changed(changes);
    if (changed) this.matches = changed;
    return changed !== undefined;
  }
}

function digest(resolution: Resolution): string {
  return createHash('sha256').update(JSON.stringify(resolution)).digest('base64url');
}
