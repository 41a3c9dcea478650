import type { Statements } from '#libs/database/src/statements.js';
import type { BusinessCriteria } from './business-criteria.js';
import { isIndexed } from './business-order.sql.js';
import { type Change, readChanges } from './changes.js';
import { type MatchList } from './match-list.js';
import { readMatches } from './matches.js';
import { type Resolution, resolve, type Stamp } from './resolve.js';

/**
 * Which businesses match some criteria, in order, at one version of the directory. It is read once,
 * and from then on only what changed is asked for: so neither a deep page nor `total` costs more
 * than a first page, however large the directory and however often it changes.
 */
export class KeptList {
  private constructor(
    private readonly criteria: BusinessCriteria,
    private readonly resolution: Resolution,
    /** Of the state from which it is to be brought up to the next; what came after may be in it. */
    private stamp: Stamp,
    private readonly matches: MatchList,
  ) {}

  static async read(criteria: BusinessCriteria, database: Statements): Promise<KeptList> {
    const { stamp, resolution } = await resolve(criteria, database);
    return KeptList.readResolved(criteria, resolution, stamp, database);
  }

  private static async readResolved(
    criteria: BusinessCriteria,
    resolution: Resolution,
    stamp: Stamp,
    database: Statements,
  ): Promise<KeptList> {
    const matches = await readMatches(criteria, resolution, database);
    return new KeptList(criteria, resolution, stamp, matches);
  }

  get version(): string {
    return this.stamp.version;
  }

  get total(): number {
    return this.matches.total;
  }

  /** Of memory. */
  get bytes(): number {
    return this.matches.bytes;
  }

  /** @returns the numbers of the page's businesses, in order */
  page({ page, limit }: Pick<BusinessCriteria, 'page' | 'limit'>): number[] {
    return this.matches.slice((page - 1) * limit, limit);
  }

  copy(): KeptList {
    return new KeptList(this.criteria, this.resolution, this.stamp, this.matches.copy());
  }

  /** @returns the list at the version that the database is at: this one, changed, or another */
  async updated(database: Statements): Promise<KeptList> {
    const { stamp, resolution } = await resolve(this.criteria, database);
    if (this.canFollow(stamp, resolution)) {
      const changes = await readChanges(
        this.criteria,
        this.resolution,
        this.stamp.changedAt,
        database,
      );
      if (changes && this.apply(changes)) {
        this.stamp = stamp;
        return this;
      }
    }
    return KeptList.readResolved(this.criteria, resolution, stamp, database);
  }

  private canFollow({ version, listsSince }: Stamp, resolution: Resolution): boolean {
    const isSameList = JSON.stringify(resolution) === JSON.stringify(this.resolution);
    const present = BigInt(this.version);
    return isSameList && BigInt(listsSince) <= present && present <= BigInt(version);
  }

  /** @returns false when the list has to be read anew */
  private apply(changes: readonly Change[]): boolean {
    if (!isIndexed(this.criteria.sort)) {
      return changes.every(({ number, isMatch }) => !isMatch && !this.matches.has(number));
    }
    for (const { number } of changes) this.matches.remove(number);
    return changes
      .filter(({ isMatch }) => isMatch)
      .every(({ number, next }) => this.matches.insert(number, next));
  }
}
