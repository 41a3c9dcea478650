import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { type BusinessCriteria, withoutIdlePoint } from '../list/business-criteria.js';
import { keyOf, ResultSetCache } from '../list/result-set-cache.js';
import type { AttributeTable } from './attribute-table.js';
import { BusinessAttributes } from './business-attributes.js';
import { NumberSet } from './number-set.js';

/** Accumulates a result while a pass visits the businesses of a list. */
export interface Tally<T> {
  /** Superset of the businesses that count. Undefined if any business may count. */
  readonly among?: NumberSet;
  /**
   * @param numbers next businesses in ascending order, which is the order of their attributes in
   * memory
   */
  add(numbers: Uint32Array): void;
  /** @param list all business numbers in list order */
  result(list: Uint32Array): T;
}

export interface Passed<T> {
  /** Directory version in decimal digits. */
  version: string;
  /** Number of businesses in the list. */
  total: number;
  /** Corrected search, or null if it was not corrected. */
  corrected: string | null;
  result: T;
}

/** Businesses added to a set in one turn of the event loop, which takes a few milliseconds. */
const SLICE = 250_000;
const ATTEMPTS = 3;
/** Maximum number of cached sets. Each takes 125 kB for a million businesses. */
const MAX_SETS = 8;

/**
 * Visits the businesses of a list together with their attributes. Visits them in number order,
 * because in list order most of the time would be spent on cache misses.
 */
@Injectable()
export class ListPasses {
  /** Sets by list and version. */
  private readonly sets = new LRUCache<string, NumberSet>({ max: MAX_SETS });

  constructor(
    private readonly resultSets: ResultSetCache,
    private readonly attributes: BusinessAttributes,
    private readonly directory: DirectoryVersion,
  ) {}

  /**
   * Runs a pass. Repeats it if the list or the attributes changed in the meantime. If the directory
   * keeps changing faster than that, parts of the result may be newer than its version.
   *
   * @param begin creates the tally for a pass
   */
  async pass<T>(
    criteria: BusinessCriteria,
    begin: (attributes: AttributeTable) => Tally<T>,
  ): Promise<Passed<T>> {
    let version = await this.directory.current();
    for (let attempt = 1; ; attempt++) {
      const list = await this.resultSets.find(listed(criteria), Infinity, version);
      ({ version } = list);
      const attributes = await this.attributes.at(version);
      const { writes } = attributes;
      const tally = begin(attributes);
      const numbers = list.numbers();
      const key = `${keyOf(listed(criteria))} ${version}`;
      const set = this.sets.get(key) ?? (await setOf(numbers, attributes.size));
      for (const part of set.ascending(tally.among)) {
        await setImmediate();
        tally.add(part);
      }
      const isOfOneState =
        list.version === version &&
        attributes.state!.version === version &&
        attributes.writes === writes;
      if (isOfOneState) this.sets.set(key, set);
      if (isOfOneState || attempt === ATTEMPTS) {
        const { corrected } = list;
        return { version, total: numbers.length, corrected, result: tally.result(numbers) };
      }
      version = attributes.state!.version;
    }
  }
}

async function setOf(numbers: Uint32Array, size: number): Promise<NumberSet> {
  const set = new NumberSet(size);
  for (let start = 0; start < numbers.length; start += SLICE) {
    if (start > 0) await setImmediate();
    set.addAll(numbers.subarray(start, start + SLICE));
  }
  return set;
}

/**
 * Returns criteria whose list is complete. A list of the nearest businesses may be partial, so all
 * are listed by name instead.
 */
function listed(criteria: BusinessCriteria): BusinessCriteria {
  const isPartial = criteria.sort === 'distance' && criteria.radius === undefined;
  return isPartial ? { ...criteria, sort: 'name', point: undefined } : withoutIdlePoint(criteria);
}
