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

function* pairsIn(directory: Directory): Scan<CategoriesInCities> {
  const { columns, version } = directory;
  const { places, placeOf, categorySets, categoriesOf } = columns;
  const bySlug = new Map(directory.categories.map((category) => [category.slug, category]));
  const categories = [...bySlug.keys()].sort();
  const cities = [...directory.placeNames().cities.keys()].sort();
  const placeCount = places.values.length;
  /** Pairs of a set of categories and a place, as one number. */
  const used = new Set<number>();
  const set = yield* matching(directory, WHOLE_DIRECTORY);
  for (const numbers of set.ascending()) {
    for (const number of numbers) {
      used.add(categoriesOf[number]! * placeCount + placeOf[number]!);
    }
    yield;
  }
  const cityIndex = new Map(cities.map((slug, index) => [slug, index]));
  const categoryIndex = new Map(categories.map((slug, index) => [slug, index]));
  const pairs = new Set<number>();
  for (const each of used) {
    const city = cityIndex.get(places.values[each % placeCount]!.citySlug ?? '');
    if (city === undefined) continue;
    const slugs = categorySets.values[Math.floor(each / placeCount)]!;
    for (const category of withAncestors(slugs, bySlug)) {
      pairs.add(categoryIndex.get(category)! * cities.length + city);
    }
  }
  const found = Uint32Array.from(pairs).sort();
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
