import { Injectable } from '@nestjs/common';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { WHOLE_DIRECTORY } from '../list/business-criteria.js';
import { type AttributeTable, CATEGORIES, KINDS, PLACE } from './attribute-table.js';
import { withThoseAbove } from './facets.service.js';
import { ListPasses, type Tally } from './list-passes.js';

export interface CategoryInCity {
  /** Slug of the category. */
  category: string;
  /** Slug of the city. */
  city: string;
}

/** Pairs of categories and cities with open businesses, ordered by category and city. */
export interface CategoriesInCities {
  /** Directory version in decimal digits. */
  version: string;
  /** Number of pairs. */
  total: number;
  /** Returns the pairs from `start` to before `end`, counted from 0. */
  slice(start: number, end: number): CategoryInCity[];
}

/**
 * Finds the cities in which each category, including its subcategories, has businesses.
 *
 * Caches the pairs of the latest version, 4 bytes each and at most one for each category and city.
 * Only one pass runs at a time.
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

/** Bitmap with one bit for each possible pair. */
class PairTally implements Tally<Omit<CategoriesInCities, 'version'>> {
  private readonly categories: string[];
  private readonly cities: string[];
  /** Index of the city for each index in `places`, or -1. */
  private readonly cityOf: Int32Array;
  /** Indexes of the categories and their ancestors for each index in `categorySets`. */
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

  // Indexed loops, because `for…of` over typed arrays takes five times as long.
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

/** Yields the positions of the bits that are set. */
function* setBits(words: Uint32Array): Generator<number> {
  for (let index = 0; index < words.length; index++) {
    for (let word = words[index]!; word !== 0; word &= word - 1) {
      yield index * 32 + 31 - Math.clz32(word & -word);
    }
  }
}
