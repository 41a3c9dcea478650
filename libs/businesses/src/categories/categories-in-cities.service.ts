import { Injectable } from '@nestjs/common';
import { withAncestors } from '#libs/directory-index/src/categories.js';
import { WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import type { Directory, Scan } from '#libs/directory-index/src/directory.js';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { matching } from '#libs/directory-index/src/matching.js';

interface CategoryInCity {
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
 */
@Injectable()
export class CategoriesInCitiesService {
  private latest: CategoriesInCities | undefined;

  constructor(private readonly index: DirectoryIndex) {}

  async all(): Promise<CategoriesInCities> {
    await this.index.current();
    return this.index.run((directory) => this.pairs(directory));
  }

  private *pairs(directory: Directory): Scan<CategoriesInCities> {
    if (this.latest?.version !== directory.version) this.latest = yield* pairsIn(directory);
    return this.latest;
  }
}

/** Marks each pair in a bitmap with one bit for each possible pair. */
function* pairsIn(directory: Directory): Scan<CategoriesInCities> {
  const { columns, cityNames, version } = directory;
  const { placeOf, categoriesOf } = columns;
  const bySlug = new Map(directory.categories.map((category) => [category.slug, category]));
  const categories = [...bySlug.keys()].sort();
  const cities = [...cityNames.keys()].sort();
  const cityIndex = new Map(cities.map((slug, index) => [slug, index]));
  const categoryIndex = new Map(categories.map((slug, index) => [slug, index]));
  const cityOf = Int32Array.from(columns.places.values, ({ citySlug }) =>
    citySlug === null ? -1 : (cityIndex.get(citySlug) ?? -1),
  );
  const ancestors = columns.categorySets.values.map((slugs) =>
    Uint32Array.from(withAncestors(slugs, bySlug), (slug) => categoryIndex.get(slug)!),
  );
  const pairs = new Uint32Array(Math.ceil((categories.length * cities.length) / 32));
  const set = yield* matching(directory, WHOLE_DIRECTORY);
  for (const numbers of set.ascending()) {
    for (let i = 0; i < numbers.length; i++) {
      const city = cityOf[placeOf[numbers[i]!]!]!;
      if (city < 0) continue;
      const own = ancestors[categoriesOf[numbers[i]!]!]!;
      for (let j = 0; j < own.length; j++) {
        const pair = own[j]! * cities.length + city;
        pairs[pair >>> 5]! |= 1 << (pair & 31);
      }
    }
    yield;
  }
  const found = Uint32Array.from(setBits(pairs));
  return {
    version,
    total: found.length,
    slice: (start, end) =>
      Array.from(found.subarray(start, end), (pair) => ({
        category: categories[Math.floor(pair / cities.length)]!,
        city: cities[pair % cities.length]!,
      })),
  };
}

/** Yields the positions of the bits that are set. */
function* setBits(words: Uint32Array): Generator<number> {
  for (let index = 0; index < words.length; index++) {
    for (let word = words[index]!; word !== 0; word &= word - 1) {
      yield index * 32 + 31 - Math.clz32(word & -word);
    }
  }
}
