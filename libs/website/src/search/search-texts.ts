import type { FacetCount } from '#libs/directory-index/src/facets.js';
import { DAYS } from '#libs/directory-index/src/opening-hours.js';
import type { PageContext } from '../pages/page-context.js';
import type { Place } from './place-finder.js';
import { isWeekday, type Opening } from './search-query.js';
import type { InterpretedSearch } from './search.service.js';

/**
 * Returns a headline such as "12 businesses found for “coffee” in Duluth", or "5 of 12 in view …" on
 * a map.
 */
export function headline(
  page: PageContext,
  found: InterpretedSearch & { total: number; inView?: number },
): string {
  const t = page.t.search;
  const { search, total, inView } = found;
  return [
    total === 0
      ? t.none
      : inView === undefined
        ? t.results(total)
        : page.t.map.inView(inView, total),
    search.q && t.matching(search.q),
    filtersText(page, found),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the categories and places that filter a list, such as "(Bakery, Cafe) in Duluth". */
export function filtersText(
  page: PageContext,
  { search, names, place }: Pick<InterpretedSearch, 'search' | 'names' | 'place'>,
): string {
  const { category = [], city = [], county = [] } = search;
  const categories = category.map((slug) => categoryCalled(page, slug, names));
  const places = [
    ...city.map((slug) => nameIn(names.city, slug)),
    ...county.map((slug) => page.t.landing.countyName(nameIn(names.county, slug))),
  ];
  return [
    categories.length > 0 && `(${categories.join(', ')})`,
    places.length > 0 ? page.t.search.inPlace(places.join(', ')) : whereText(page, place),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns a category's name, or its slug if it has no name. */
export function categoryCalled(
  page: PageContext,
  slug: string,
  { category }: InterpretedSearch['names'],
): string {
  return page.categoryName(nameIn(category, slug));
}

/** Returns the name of a place or category, or its slug if it has no name. */
export function nameIn(facets: readonly FacetCount[], slug: string): string {
  return facets.find((facet) => facet.slug === slug)?.name ?? slug;
}

function whereText(page: PageContext, place: Place | undefined): string | undefined {
  if (!place) return undefined;
  const name = placeName(page, place);
  return place.kind === 'position' ? name.toLowerCase() : page.t.search.inPlace(name);
}

function placeName(page: PageContext, place: Place): string {
  switch (place.kind) {
    case 'city':
    case 'region':
      return place.name;
    case 'county':
      return page.t.landing.countyName(place.name);
    case 'postalCode':
      return place.code;
    case 'position':
      return page.t.form.nearYou;
  }
}

export function openingName(page: PageContext, open: Opening): string {
  const { openOn, open: names } = page.t.search;
  return isWeekday(open) ? openOn(page.weekday(DAYS.indexOf(open))) : names[open];
}
