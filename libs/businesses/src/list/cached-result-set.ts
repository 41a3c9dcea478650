import { createHash } from 'node:crypto';
import type { Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { isIndexed } from './business-order.sql.js';
import { type Change, mostChanges, readChanges } from './changes.js';
import type { IdList } from './id-list.js';
import { readIds, readIdsOrMost, withMost } from './read-ids.js';
import { type Resolution, resolve, type Resolved, type Stamp } from './resolve.js';

/** What a list takes of memory besides its ids: the objects that hold it all together. */
const OVERHEAD_BYTES = 2048;

/**
 * The radii of circles around a point, in metres. Each has twice the area of the one before: so the
 * one that is put in order is seldom much larger than it must be. The last holds Minnesota, wherever
 * in it the point is.
 */
export const RADII = Array.from({ length: 21 }, (_, doublings) => 1_000 * 2 ** (doublings / 2));

/** Finds the list of some criteria that is kept, at the version or a later one. */
export type FindList = (criteria: BusinessCriteria, version: string) => Promise<CachedResultSet>;

/**
 * Which businesses match some criteria, in order, at one version of the directory. It is read once,
 * and from then on only what changed is asked for: so neither a deep page nor `total` costs more
 * than a first page, however large the directory and however often it changes.
 *
 * It does not hold what the caller sent, which may be long, but for the corrected search: whoever asks
 * for it brings the criteria along.
 */
export class CachedResultSet {
  private constructor(
    /** A digest of what the criteria stand for: when that changes, this is not their list any more. */
    private readonly meaning: string,
    /** How the search was read, where that is not as it was typed. */
    readonly corrected: string | null,
    /** The state that the next update starts from; later changes may be in it already. */
    private stamp: Stamp,
    private matches: IdList,
    /** Metres around the criteria's point beyond which it has nothing; undefined where it has all. */
    private readonly radius: number | undefined,
  ) {}

  /**
   * @param atLeast how many it must have, if so many match: nearest first, it may then lack those
   * beyond a circle
   * @param find for lists that this one is made of
   * @param from metres around the point in which there may be so many: smaller circles are not tried
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

  /** Whether it is what the criteria stand for, at the version or a later one. */
  private isOf(resolution: Resolution, version: string): boolean {
    return digest(resolution) === this.meaning && BigInt(version) <= BigInt(this.version);
  }

  /** Whether the first so many businesses that match are in it, or all where there are fewer. */
  covers(count: number): boolean {
    return this.radius === undefined || this.total >= count;
  }

  /** @returns the numbers of the page's businesses, in order */
  page({ page, limit }: Pick<BusinessCriteria, 'page' | 'limit'>): number[] {
    return this.matches.slice((page - 1) * limit, limit);
  }

  /** Numbers of all its businesses, in order, at its present version. */
  numbers(): Uint32Array {
    return this.matches.all();
  }

  copy(): CachedResultSet {
    return new CachedResultSet(this.meaning, this.corrected, this.stamp, this.matches, this.radius);
  }

  /**
   * @param criteria those that it was read for
   * @returns the list at the version that the database is at: this one, changed, or another
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
      // Where one that has all that is sought comes or goes, so may those that have most of it.
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
   * @param keepsOrder whether the changes say where they belong
   * @returns false when the list has to be read anew
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
