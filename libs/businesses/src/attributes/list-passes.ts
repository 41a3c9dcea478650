import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { type BusinessCriteria, withoutIdlePoint } from '../list/business-criteria.js';
import { keyOf, ResultSetCache } from '../list/result-set-cache.js';
import type { AttributeTable } from './attribute-table.js';
import { BusinessAttributes } from './business-attributes.js';
import { NumberSet } from './number-set.js';

/** What is made of the businesses of a list while they go by. */
export interface Tally<T> {
  /** Has all businesses that count; undefined where it may be any. */
  readonly among?: NumberSet;
  /** @param numbers of the next businesses, the lowest first, as their attributes lie in memory */
  add(numbers: Uint32Array): void;
  /** @param list the numbers of all of them, in the order of the list */
  result(list: Uint32Array): T;
}

export interface Passed<T> {
  /** The directory's version, in decimal digits. */
  version: string;
  /** How many businesses the list has. */
  total: number;
  /** How the search was read, where that is not as it was typed. */
  corrected: string | null;
  result: T;
}

/** So many businesses are noted in one turn of the event loop, which takes some milliseconds. */
const SLICE = 250_000;
const ATTEMPTS = 3;
/** How many of the last lists are kept as sets, each of 125 kB at a million businesses. */
const MAX_SETS = 8;

/**
 * Goes through the businesses of a list along with their attributes: in the order of their numbers,
 * since in that of a list most of the time is spent waiting for memory.
 */
@Injectable()
export class ListPasses {
  /** By list and version. */
  private readonly sets = new LRUCache<string, NumberSet>({ max: MAX_SETS });

  constructor(
    private readonly resultSets: ResultSetCache,
    private readonly attributes: BusinessAttributes,
    private readonly directory: DirectoryVersion,
  ) {}

  /**
   * A list or attributes that changed in the meantime are gone through again. While the directory
   * changes faster than that, what is told of a version may be newer in parts.
   *
   * @param begin makes what the businesses are to be added to
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

/** Those nearest a point first may be a list of some of them: all are put in order of their names. */
function listed(criteria: BusinessCriteria): BusinessCriteria {
  const isPartial = criteria.sort === 'distance' && criteria.radius === undefined;
  return isPartial ? { ...criteria, sort: 'name', point: undefined } : withoutIdlePoint(criteria);
}
