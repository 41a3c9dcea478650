import { ATTRIBUTE_FILTERS, type AttributeFilter } from './attributes.js';
import type { Category } from './business-rows.repository.js';
import type { LocalMinute } from '#libs/geography/src/local-time.js';
import { withAncestors } from './categories.js';
import { OPEN } from './columns.js';
import type { BusinessList, Scan } from './directory.js';
import type { OpeningHours } from './opening-hours.js';
import type { Region } from './regions.js';

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
  /** Counts of each filter by attribute that some business passes. */
  attributes: { filter: AttributeFilter; count: number }[];
  /** All regions of the directory by name, without counts. */
  regions: readonly Region[];
}

/**
 * Counts the businesses of a list. Counts them by place, category set and opening hours, and maps
 * these to facets at the end.
 *
 * @param minute time for `openNow`
 */
export function* facetsOf(
  { directory, set, numbers }: BusinessList,
  minute: LocalMinute,
): Scan<Facets> {
  const { columns, categories } = directory;
  const { placeOf, categoriesOf, hoursOf, attributesOf, presence } = columns;
  const { places, categorySets, openingHours, attributes } = columns;
  const inPlace = new Uint32Array(places.values.length);
  const inCategorySet = new Uint32Array(categorySets.values.length);
  const withAttributes = new Uint32Array(attributes.values.length);
  const withHours = new Uint32Array(openingHours.values.length);
  // In ascending order, neighbors are close to each other in memory.
  for (const part of set.ascending()) {
    for (let i = 0; i < part.length; i++) {
      const number = part[i]!;
      inPlace[placeOf[number]!]! += 1;
      inCategorySet[categoriesOf[number]!]! += 1;
      withAttributes[attributesOf[number]!]! += 1;
      withHours[hoursOf[number]!]! += Number(presence[number] === OPEN);
    }
    yield;
  }
  const countHours = (matches: (hours: OpeningHours) => boolean) =>
    openingHours.values.reduce(
      (sum, hours, index) => sum + (matches(hours) ? withHours[index]! : 0),
      0,
    );
  const inCity = new Map<string, number>();
  const inCounty = new Map<string, number>();
  places.values.forEach(({ citySlug, countySlug }, index) => {
    add(inCity, citySlug, inPlace[index]!);
    add(inCounty, countySlug, inPlace[index]!);
  });
  const names = directory.placeNames();
  return {
    version: directory.version,
    total: numbers.length,
    openNow: countHours((hours) => hours.isOpenAt(minute)),
    hoursUnknown: countHours((hours) => !hours.areKnown),
    categories: categoryFacets(categories, categorySets.values, inCategorySet),
    cities: toFacets(inCity, names.cities),
    counties: toFacets(inCounty, names.counties),
    attributes: attributeFacets(attributes.values, withAttributes),
    regions: directory.regions,
  };
}

/**
 * Counts the categories, including ancestors.
 *
 * @param inSet number of rows with each set of category slugs
 */
export function categoryFacets(
  categories: readonly Pick<Category, 'slug' | 'name' | 'parent'>[],
  sets: readonly (readonly string[])[],
  inSet: ArrayLike<number>,
): CategoryFacet[] {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const counts = new Map<string, number>();
  sets.forEach((slugs, index) => {
    const count = inSet[index]!;
    if (count > 0) for (const slug of withAncestors(slugs, bySlug)) add(counts, slug, count);
  });
  return [...counts]
    .map(([slug, count]) => {
      const { name, parent } = bySlug.get(slug)!;
      return { slug, name, parent, count };
    })
    .sort(mostFirst);
}

function attributeFacets(
  sets: readonly ReadonlySet<AttributeFilter>[],
  withSet: Uint32Array,
): Facets['attributes'] {
  return ATTRIBUTE_FILTERS.map((filter) => ({
    filter,
    count: sets.reduce((sum, set, index) => sum + (set.has(filter) ? withSet[index]! : 0), 0),
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

function add(counts: Map<string, number>, slug: string | null, count: number): void {
  if (slug && count > 0) counts.set(slug, (counts.get(slug) ?? 0) + count);
}

function toFacets(counts: Map<string, number>, names: ReadonlyMap<string, string>): FacetCount[] {
  return [...counts]
    .map(([slug, count]) => ({ slug, name: names.get(slug)!, count }))
    .sort(mostFirst);
}

/** Compares by descending count and then by name. */
export function mostFirst(a: FacetCount, b: FacetCount): number {
  return b.count - a.count || byName(a, b) || (a.slug < b.slug ? -1 : 1);
}

const collator = new Intl.Collator('en');

export function byName(a: { name: string }, b: { name: string }): number {
  return collator.compare(a.name, b.name);
}
