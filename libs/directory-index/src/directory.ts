import type { Category, ORDERS } from './business-rows.repository.js';
import type { Columns } from './columns.js';
import type { Region } from './regions.js';
import { NUMBERS_AT_ONCE, NumberSet } from './number-set.js';
import { type Mention, tallyPlaces } from './place-tally.js';

/** Numbers of all businesses, including removed ones, in each order. */
export type Orders = Readonly<Record<keyof typeof ORDERS, Uint32Array>>;

/**
 * All businesses in memory, at one version of the directory. The columns are shared with earlier
 * versions, which therefore can't be read any more.
 */
export class Directory {
  private readonly ranks: Partial<Record<keyof Orders, Uint32Array>> = {};
  private names: ReturnType<Directory['placeNames']> | undefined;

  constructor(
    /** Directory version in decimal digits. */
    readonly version: string,
    readonly columns: Columns,
    readonly orders: Orders,
    /** Ordered by name. */
    readonly categories: readonly Category[],
    /** Ordered by name. */
    readonly regions: readonly Region[],
  ) {}

  /** Returns the positions of all businesses in an order, by number. */
  *ranksIn(name: keyof Orders): Scan<Uint32Array> {
    const known = this.ranks[name];
    if (known) return known;
    const order = this.orders[name];
    const ranks = new Uint32Array(this.columns.size);
    for (let from = 0; from < order.length; from += NUMBERS_AT_ONCE) {
      const to = Math.min(from + NUMBERS_AT_ONCE, order.length);
      for (let rank = from; rank < to; rank++) ranks[order[rank]!] = rank;
      yield;
    }
    return (this.ranks[name] = ranks);
  }

  /** Returns the number of open businesses of each city and county by spelling. */
  mentions(): { city: Mention; county: Mention }[] {
    const { places, openInPlace } = this.columns;
    return places.values.map(({ citySlug, city, countySlug, county }, index) => {
      const businesses = openInPlace[index] ?? 0;
      return {
        city: { slug: citySlug, names: [city, county], businesses },
        county: { slug: countySlug, names: [county], businesses },
      };
    });
  }

  /** Names of cities and counties by slug, in the most common spelling among open businesses. */
  placeNames(): Record<'cities' | 'counties', ReadonlyMap<string, string>> {
    const nameOf = (mentions: Mention[]) =>
      new Map(tallyPlaces(mentions).map(({ slug, names: [name] }) => [slug, name ?? slug]));
    if (!this.names) {
      const mentions = this.mentions();
      this.names = {
        cities: nameOf(mentions.map(({ city }) => city)),
        counties: nameOf(mentions.map(({ county }) => county)),
      };
    }
    return this.names;
  }
}

/**
 * Work on the index in parts of a few hundred microseconds. Yields after each part, so that its
 * caller can let other requests go first.
 */
export type Scan<T> = Generator<void, T>;

/** Businesses that match criteria. */
export class BusinessList {
  readonly id = Symbol();
  /** Set of the numbers, kept if it takes no more memory than they do. */
  private readonly kept: NumberSet | undefined;

  /** @param numbers in list order, or in ascending order if the list is sorted by distance */
  constructor(
    readonly directory: Directory,
    readonly numbers: Uint32Array,
    set: NumberSet,
  ) {
    if (set.words.byteLength <= numbers.byteLength) this.kept = set;
  }

  get set(): NumberSet {
    return this.kept ?? NumberSet.of(this.numbers, this.directory.columns.size);
  }

  get bytes(): number {
    return this.numbers.byteLength + (this.kept?.words.byteLength ?? 0);
  }
}
