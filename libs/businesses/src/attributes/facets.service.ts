import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { localMinuteOfWeek } from '#libs/geography/src/local-time.js';
import { type BusinessCriteria, withoutIdlePoint } from '../list/business-criteria.js';
import { keyOf } from '../list/result-set-cache.js';
import { type AttributeTable, CATEGORIES, HOURS, PLACE, KINDS } from './attribute-table.js';
import type { Category } from './attribute-rows.js';
import type { OpeningHours } from './opening-hours.js';
import { ListPasses, type Tally } from './list-passes.js';

/** Option of a filter. */
export interface FacetCount {
  slug: string;
  name: string;
  /** Number of businesses in the list that the filter would leave. */
  count: number;
}

export interface CategoryFacet extends FacetCount {
  /** Slug of the parent category. */
  parent: string | null;
}

/** Filter counts of a list, by descending count and then by name. */
export interface Facets {
  /** Directory version in decimal digits. */
  version: string;
  /** Number of businesses in the list. */
  total: number;
  /** Number of businesses that are open at the requested minute. */
  openNow: number;
  /** Number of businesses whose opening hours are unknown. */
  hoursUnknown: number;
  /** Categories including ancestors. Each business counts once for each category. */
  categories: CategoryFacet[];
  cities: FacetCount[];
  counties: FacetCount[];
}

/** Maximum number of counts in the cache. A count takes about 100 bytes. */
const MAX_COUNTS = 50_000;

/** Counts the businesses of a list by city, county and category. */
@Injectable()
export class FacetsService {
  /** Facets by list, minute and version. The least recently used ones are evicted first. */
  private readonly held = new LRUCache<string, Facets>({
    maxSize: MAX_COUNTS,
    sizeCalculation: ({ categories, cities, counties }) =>
      1 + categories.length + cities.length + counties.length,
  });
  /** Counts in progress, at most one for each waiting request. */
  private readonly underWay = new Map<string, Promise<Facets>>();

  constructor(
    private readonly passes: ListPasses,
    private readonly directory: DirectoryVersion,
  ) {}

  /** @param at time for which open businesses are counted */
  async facets(criteria: BusinessCriteria, at: Date): Promise<Facets> {
    const minute = localMinuteOfWeek(at);
    const key = `${keyOf(withoutIdlePoint(criteria))} ${minute} ${await this.directory.current()}`;
    const known = this.held.get(key) ?? this.underWay.get(key);
    if (known) return known;
    const counting = this.count(criteria, minute)
      .then((facets) => {
        this.held.set(key, facets);
        return facets;
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, counting);
    return counting;
  }

  private async count(criteria: BusinessCriteria, minute: number): Promise<Facets> {
    const { version, total, result } = await this.passes.pass(
      criteria,
      (attributes) => new FacetTally(attributes, minute),
    );
    return { version, total, ...result };
  }
}

/**
 * Counts businesses by place, category set and opening hours, and maps these to facets at the end.
 */
class FacetTally implements Tally<Omit<Facets, 'version' | 'total'>> {
  private readonly inPlace: Uint32Array;
  private readonly inCategorySet: Uint32Array;
  private readonly withHours: Uint32Array;

  constructor(
    private readonly attributes: AttributeTable,
    private readonly minute: number,
  ) {
    const { places, categorySets, openingHours } = attributes;
    this.inPlace = new Uint32Array(places.values.length);
    this.inCategorySet = new Uint32Array(categorySets.values.length);
    this.withHours = new Uint32Array(openingHours.values.length);
  }

  // Indexed loops, because `for…of` over typed arrays takes five times as long.
  add(numbers: Uint32Array): void {
    const { inPlace, inCategorySet, withHours } = this;
    const { kinds } = this.attributes;
    for (let i = 0; i < numbers.length; i++) {
      const row = numbers[i]! * KINDS;
      const place = kinds[row + PLACE]!;
      inPlace[place >>> 1]! += 1;
      inCategorySet[kinds[row + CATEGORIES]!]! += 1;
      withHours[kinds[row + HOURS]!]! += place & 1;
    }
  }

  result() {
    const { places, cityNames, countyNames } = this.attributes;
    const inCity = new Map<string, number>();
    const inCounty = new Map<string, number>();
    places.values.forEach(({ citySlug, countySlug }, index) => {
      add(inCity, citySlug, this.inPlace[index]!);
      add(inCounty, countySlug, this.inPlace[index]!);
    });
    return {
      openNow: this.countHours((hours) => hours.isOpenAt(this.minute)),
      hoursUnknown: this.countHours((hours) => !hours.areKnown),
      categories: this.categories(),
      cities: toFacets(inCity, cityNames),
      counties: toFacets(inCounty, countyNames),
    };
  }

  private countHours(matches: (hours: OpeningHours) => boolean): number {
    return this.attributes.openingHours.values.reduce(
      (sum, hours, index) => sum + (matches(hours) ? this.withHours[index]! : 0),
      0,
    );
  }

  private categories(): CategoryFacet[] {
    const { categories } = this.attributes.state!;
    const bySlug = new Map(categories.map((category) => [category.slug, category]));
    const counts = new Map<string, number>();
    this.attributes.categorySets.values.forEach((slugs, index) => {
      const count = this.inCategorySet[index]!;
      if (count > 0) for (const slug of withThoseAbove(slugs, bySlug)) add(counts, slug, count);
    });
    return [...counts].map(([slug, count]) => ({ ...bySlug.get(slug)!, count })).sort(mostFirst);
  }
}

function add(counts: Map<string, number>, slug: string | null, count: number): void {
  if (slug && count > 0) counts.set(slug, (counts.get(slug) ?? 0) + count);
}

/**
 * Returns the categories and all their ancestors without duplicates. Unknown categories are
 * omitted.
 */
export function withThoseAbove(
  slugs: readonly string[],
  bySlug: ReadonlyMap<string, Category>,
): Set<string> {
  const all = new Set<string>();
  for (const own of slugs) {
    let category = bySlug.get(own);
    while (category && !all.has(category.slug)) {
      all.add(category.slug);
      category = category.parent === null ? undefined : bySlug.get(category.parent);
    }
  }
  return all;
}

function toFacets(counts: Map<string, number>, names: ReadonlyMap<string, string>): FacetCount[] {
  return [...counts]
    .map(([slug, count]) => ({ slug, name: names.get(slug)!, count }))
    .sort(mostFirst);
}

function mostFirst(a: FacetCount, b: FacetCount): number {
  return b.count - a.count || byName.compare(a.name, b.name) || (a.slug < b.slug ? -1 : 1);
}

const byName = new Intl.Collator('en');
