import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { Database } from '#libs/database/src/database.js';
import type { Statements } from '#libs/database/src/sql.js';
import { type BusinessCriteria, WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import type { BusinessList, Directory, Scan } from '#libs/directory-index/src/directory.js';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { listOf, matching } from '#libs/directory-index/src/matching.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { BusinessesRepository } from './businesses.repository.js';
import { SearchMatches } from './search/search-matches.js';

/** Result of a scan of a list. */
export interface Scanned<T> {
  /** Directory version in decimal digits. */
  version: string;
  /** Number of businesses in the list. */
  total: number;
  /** Corrected search, or null if it was not corrected. */
  corrected: string | null;
  value: T;
}

/** Businesses with a text, ids or identifiers, which only PostgreSQL can find. */
interface DatabaseMatches {
  /** Directory version in decimal digits. Undefined if it moved during the read. */
  version: string | undefined;
  /** Numbers in groups of equal relevance, most relevant first. */
  groups: readonly Uint32Array[];
  corrected: string | null;
  /** Matches of every term of the text. Set if a wider search would also find partial matches. */
  full?: readonly Uint32Array[];
}

/** Number of full matches below which partial matches are listed, too. */
const FEW = 5;
/** Attempts before a read holds one state of the database, which takes turns with other such reads. */
const ATTEMPTS = 2;
/** Enough for twelve lists of a million businesses, or thousands of the size of a city. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_LISTS = 10_000;
/** Memory used by a list in addition to its numbers. */
const OVERHEAD_BYTES = 1_024;

/** Finds the businesses that match criteria, and reads what depends on them. */
@Injectable()
export class BusinessLists {
  /** Lists of one version of the directory. The least recently used ones are evicted first. */
  private readonly lists = new LRUCache<string, BusinessList>({
    max: MAX_LISTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => OVERHEAD_BYTES + bytes,
  });
  private directory: Directory | undefined;

  constructor(
    private readonly database: Database,
    private readonly businesses: BusinessesRepository,
    private readonly version: DirectoryVersion,
    private readonly index: DirectoryIndex,
    private readonly matches: SearchMatches,
  ) {}

  /** Scans the list of the criteria. */
  scan<T>(criteria: BusinessCriteria, scan: (list: BusinessList) => Scan<T>): Promise<Scanned<T>> {
    return this.read(criteria, scan, async (found) => found);
  }

  /**
   * Scans the list of the criteria and reads what else the result needs from PostgreSQL. All of it
   * comes from one state of the directory.
   *
   * @param complete called again if the directory has changed during the read
   */
  async read<T, R extends { version: string }>(
    criteria: BusinessCriteria,
    scan: (list: BusinessList) => Scan<T>,
    complete: (found: Scanned<T>, database: Statements) => Promise<R>,
  ): Promise<R> {
    const { reads } = this.database;
    let version = await this.version.current();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const found = await this.find(criteria, scan, version);
      if ('value' in found) {
        const result = await complete(found, reads);
        if (result.version === found.version) return result;
        version = newest(version, result.version);
      } else version = newest(version, found.version);
    }
    // The directory keeps changing, so hold one state.
    return this.index.inOneState(async (state) => {
      const found = await this.find(criteria, scan, undefined, state);
      if (!('value' in found)) throw new Error('A snapshot contains two versions.');
      return complete(found, state);
    });
  }

  /**
   * @param version minimum directory version; undefined in a snapshot, which the index is at
   * @returns only a version if the index and PostgreSQL had different ones
   */
  private async find<T>(
    criteria: BusinessCriteria,
    scan: (list: BusinessList) => Scan<T>,
    version: string | undefined,
    snapshot?: Statements,
  ): Promise<Scanned<T> | { version: string }> {
    for (let isWide = false; ; isWide = true) {
      const matches = await this.findMatches(criteria, isWide, version, snapshot);
      if (version !== undefined) await this.index.follow(newest(version, matches?.version));
      const found = await this.index.run((directory) =>
        this.scanIn(directory, criteria, isWide, matches, scan),
      );
      if (found) return found;
    }
  }

  private async findMatches(
    { q, ids, identifier }: BusinessCriteria,
    isWide: boolean,
    version: string | undefined,
    snapshot: Statements | undefined,
  ): Promise<DatabaseMatches | undefined> {
    const having =
      (ids ?? identifier) &&
      (await this.businesses.numbersOf({ ids, identifier }, snapshot ?? this.database.reads));
    if (q === undefined) {
      return having && { version: having.version, groups: [having.numbers], corrected: null };
    }
    const found =
      version === undefined
        ? await this.matches.read(q, isWide, snapshot)
        : await this.matches.find(q, isWide, version);
    const wanted = new Set(having?.numbers);
    const isOfOneState = !having || having.version === found.version;
    return {
      version: isOfOneState ? found.version : undefined,
      groups: having
        ? found.groups.map((group) => group.filter((each) => wanted.has(each)))
        : found.groups,
      corrected: found.corrected,
      ...(!isWide && found.canWiden && { full: found.groups }),
    };
  }

  /** @returns undefined if the matches must be widened */
  private *scanIn<T>(
    directory: Directory,
    criteria: BusinessCriteria,
    isWide: boolean,
    matches: DatabaseMatches | undefined,
    scan: (list: BusinessList) => Scan<T>,
  ): Scan<Scanned<T> | { version: string } | undefined> {
    const { version } = directory;
    if (matches && matches.version !== version) return { version };
    const list = yield* this.list(directory, criteria, isWide, matches?.groups);
    const total = list.numbers.length;
    if (matches?.full && total < FEW) {
      // Regardless of the other filters, so that facets count what their filters return.
      const unfiltered = { ...WHOLE_DIRECTORY, status: criteria.status };
      const full = yield* matching(directory, unfiltered, matches.full);
      if (full.count() < FEW) return undefined;
    }
    return { version, total, corrected: matches?.corrected ?? null, value: yield* scan(list) };
  }

  private *list(
    directory: Directory,
    criteria: BusinessCriteria,
    isWide: boolean,
    matches: readonly Uint32Array[] | undefined,
  ): Scan<BusinessList> {
    if (this.directory !== directory) {
      this.lists.clear();
      this.directory = directory;
    }
    const key = keyOf(criteria, isWide);
    const known = this.lists.get(key);
    if (known) return known;
    const list = yield* listOf(directory, criteria, matches);
    if (this.directory === directory) this.lists.set(key, list);
    return list;
  }
}

/** Returns a digest, because criteria may be long. It ignores what the list does not depend on. */
function keyOf(criteria: BusinessCriteria, isWide: boolean): string {
  const point = criteria.radius === undefined ? undefined : criteria.point;
  const relevant = { ...criteria, page: undefined, limit: undefined, point, isWide };
  return createHash('sha256').update(JSON.stringify(relevant)).digest('base64url');
}

function newest(version: string, other: string | undefined): string {
  return other !== undefined && oldest(version, other) === version ? other : version;
}
