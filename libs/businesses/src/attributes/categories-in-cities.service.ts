import { Injectable } from '@nestjs/common';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { WHOLE_DIRECTORY } from '../list/business-criteria.js';
import { type AttributeTable, CATEGORIES, KINDS, PLACE } from './attribute-table.js';
import { withThoseAbove } from './facets.service.js';
import { ListPasses, type Tally } from './list-passes.js';

export interface CategoryInCity {
  /** Slugs. */
  category: string;
  city: string;
}

/** Which categories have open businesses in which cities: by category, then by city. */
export interface CategoriesInCities {
  /** The directory's version, in decimal digits. */
  version: string;
  /** How many pairs there are. */
  total: number;
  /** Some of the pairs, from 0. */
  slice(start: number, end: number): CategoryInCity[];
}

/**
 * Tells of each category, and those above it, in which cities it has businesses.
 *
 * What bounds it: the last version's pairs, 4 bytes each, of at most so many as there are categories
 * times cities; and one pass at a time.
 */
@Injectable()
export class CategoriesInCitiesService {
  private latest: CategoriesInCities | undefined;
  private counting: Promise<CategoriesInCities> | undefined;

  constructor(
    private readonly passes: ListPasses,
    private readonly directory: DirectoryVersion,
  ) {}

  async all(): Promise<CategoriesInCities> {
    const version = await this.directory.current();
    if (this.latest?.version === version) return this.latest;
    return (this.counting ??= this.count().finally(() => (this.counting = undefined)));
  }

  private async count(): Promise<CategoriesInCities> {
    const { version, result } = await this.passes.pass(
      WHOLE_DIRECTORY,
      (attributes) => new PairTally(attributes),
    );
    return (this.latest = { version, ...result });
  }
}

/** A bit for each pair that there may be. */
class PairTally implements Tally<Omit<CategoriesInCities, 'version'>> {
  private readonly categories: string[];
  private readonly cities: string[];
  /** By index in `places`: the index of its city, or -1. */
  private readonly cityOf: Int32Array;
  /** By index in `categorySets`: the indexes of those in it and above. */
  private readonly categoriesOf: Uint32Array[];
  private readonly pairs: Uint32Array;

  constructor(private readonly attributes: AttributeTable) {
    const { places, categorySets, cityNames, state } = attributes;
    const bySlug = new Map(state!.categories.map((category) => [category.slug, category]));
    this.categories = [...bySlug.keys()].sort();
    this.cities = [...cityNames.keys()].sort();
    const cityIndex = new Map(this.cities.map((slug, index) => [slug, index]));
    const categoryIndex = new Map(this.categories.map((slug, index) => [slug, index]));
    this.cityOf = Int32Array.from(places.values, ({ citySlug }) =>
      citySlug === null ? -1 : (cityIndex.get(citySlug) ?? -1),
    );
    this.categoriesOf = categorySets.values.map((slugs) =>
      Uint32Array.from(withThoseAbove(slugs, bySlug), (slug) => categoryIndex.get(slug)!),
    );
    this.pairs = new Uint32Array(Math.ceil((this.categories.length * this.cities.length) / 32));
  }

  // By index: `for…of` over typed arrays takes five times as long.
  add(numbers: Uint32Array): void {
    const { cityOf, categoriesOf, pairs, cities } = this;
    const { kinds } = this.attributes;
    for (let i = 0; i < numbers.length; i++) {
      const row = numbers[i]! * KINDS;
      const city = cityOf[kinds[row + PLACE]! >>> 1]!;
      if (city < 0) continue;
      const categories = categoriesOf[kinds[row + CATEGORIES]!]!;
      for (let j = 0; j < categories.length; j++) {
        const pair = categories[j]! * cities.length + city;
        pairs[pair >>> 5]! |= 1 << (pair & 31);
      }
    }
  }

  result() {
    const { categories, cities } = this;
    const found = Uint32Array.from(setBits(this.pairs));
    return {
      total: found.length,
      slice: (start: number, end: number) =>
        Array.from(found.subarray(start, end), (pair) => ({
          category: categories[Math.floor(pair / cities.length)]!,
          city: cities[pair % cities.length]!,
        })),
    };
  }
}

/** The numbers of the bits that are set. */
function* setBits(words: Uint32Array): Generator<number> {
  for (let index = 0; index < words.length; index++) {
    for (let word = words[index]!; word !== 0; word &= word - 1) {
      yield index * 32 + 31 - Math.clz32(word & -word);
    }
  }
}
