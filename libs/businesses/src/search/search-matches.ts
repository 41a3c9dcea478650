import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Statements } from '#libs/database/src/sql.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { normalizeSearch, withEnglishCategories } from './normalize-search.js';
import { SearchRepository } from './search.repository.js';
import {
  type SearchQueries,
  buildSearch,
  withCorrection,
  withTranslation,
} from './build-search.js';

/** Businesses that match a search text, regardless of their status. */
export interface Matches {
  /**
   * Directory version in decimal digits. Undefined if the directory changed while they were read.
   */
  version: string | undefined;
  /**
   * Numbers in groups of equal relevance, most relevant first. A business in several groups counts
   * in the first.
   */
  groups: readonly Uint32Array[];
  /** Corrected text, or null if the search was used as typed. */
  corrected: string | null;
  /** True if a wider search also finds businesses that match only most terms. */
  canWiden: boolean;
}

/** Enough for four searches that match a million businesses, or thousands of others. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MATCHES = 10_000;
/** Memory used in addition to the numbers and texts. */
const OVERHEAD_BYTES = 1_024;

/** Asks PostgreSQL which businesses match search texts. Caches the results of the latest version. */
@Injectable()
export class SearchMatches {
  /** Matches by text. The least recently used ones are evicted first. */
  private readonly matches = new LRUCache<string, Matches>({
    max: MAX_MATCHES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ groups, corrected }, key) =>
      OVERHEAD_BYTES + sizeOf(groups) + 2 * (key.length + (corrected?.length ?? 0)),
  });
  /**
   * Reads in progress, at most one for each read that has or waits for a connection of
   * `Database.reads`.
   */
  private readonly underWay = new Map<string, Promise<Matches>>();

  /** Numbers of cache hits and misses. */
  readonly lookups = { hits: 0, misses: 0 };

  constructor(private readonly search: SearchRepository) {}

  /** Number of cached texts and their total size in bytes. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.matches.size, bytes: this.matches.calculatedSize };
  }

  /**
   * @param isWide also returns businesses that match only most terms, if the search has such
   * @param version minimum directory version
   */
  async find(q: string, isWide: boolean, version: string): Promise<Matches> {
    const key = `${isWide ? 'most' : 'all'} ${q}`;
    const cached = this.matches.get(key);
    const isHit = cached?.version !== undefined && BigInt(cached.version) >= BigInt(version);
    this.lookups[isHit ? 'hits' : 'misses'] += 1;
    if (isHit) return cached;
    const once = `${version} ${key}`;
    const reading =
      this.underWay.get(once) ??
      this.read(q, isWide)
        .then((matches) => {
          if (matches.version !== undefined) this.matches.set(key, matches);
          return matches;
        })
        .finally(() => this.underWay.delete(once));
    this.underWay.set(once, reading);
    return reading;
  }

  /** Reads the matches from the database without the cache. */
  async read(q: string, isWide: boolean, database?: Statements): Promise<Matches> {
    const { version, search } = await this.interpret(normalizeSearch(q), database);
    const { most } = search;
    const isPartial = isWide && most !== null && !most.alone;
    const full = await this.groupsOf(search, isPartial, version, database);
    const single = isWide && (full.groups.length === 0 ? most?.subject : most?.alone);
    const alone = single ? await this.groupsOf(single, false, version, database) : undefined;
    const groups = [...full.groups, ...(alone?.groups ?? [])];
    // A correction that finds nothing explains nothing.
    const read = single && full.groups.length === 0 ? single.corrected : search.corrected;
    const isOfOneState = full.version === version && (alone ?? full).version === version;
    return {
      version: isOfOneState ? version : undefined,
      groups,
      corrected: groups.length > 0 ? read : null,
      canWiden: most !== null,
    };
  }

  private async interpret(
    text: string,
    database: Statements | undefined,
  ): Promise<{ version: string; search: SearchQueries }> {
    const typed = await this.search.termsOf(text, database);
    const search = buildSearch(typed.terms);
    const english = withEnglishCategories(text);
    const other = english ?? search.corrected;
    if (other === null) return { version: typed.version, search };
    const { version, terms } = await this.search.termsOf(other, database);
    return {
      version: oldest(typed.version, version),
      search:
        english === null
          ? withCorrection(search, buildSearch(terms, typed.terms.words))
          : withTranslation(search, buildSearch(terms)),
    };
  }

  /** @param version directory version of the interpretation */
  private async groupsOf(
    search: SearchQueries,
    includesMost: boolean,
    version: string,
    database: Statements | undefined,
  ): Promise<{ version: string; groups: Uint32Array[] }> {
    const query = includesMost ? search.most!.query : search.all;
    if (query === '') return { version, groups: [] };
    return this.search.groupsOf(query, search, includesMost, database);
  }
}

function sizeOf(groups: readonly Uint32Array[]): number {
  return groups.reduce((bytes, { byteLength }) => bytes + byteLength, 0);
}
