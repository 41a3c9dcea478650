import type { FacetCount, Facets } from '#libs/directory-index/src/facets.js';
import {
  type AttributeFilter,
  isLanguage,
  LANGUAGE_FILTERS,
} from '#libs/directory-index/src/attributes.js';
import type { PageContext } from '../pages/page-context.js';
import type { SearchQuery } from './search-query.js';
import type { InterpretedSearch } from './search.service.js';

/** Links of the filters, which keep the active ones. */
export interface FilterLinks {
  category: (slug: string) => string;
  city?: (slug: string) => string;
  county?: (slug: string) => string;
  attribute?: (filter: AttributeFilter) => string;
  /** Undefined if a filter by opening hours is active. */
  openNow?: string;
}

/**
 * Returns the filters that narrow a search further. A place already fixes the city and the county,
 * and a search has one filter by opening hours.
 */
export function linksOfSearch(
  { search, place }: Pick<InterpretedSearch, 'search' | 'place'>,
  hrefWith: (changes: Partial<SearchQuery>) => string,
): FilterLinks {
  const hasCity = place?.kind === 'city' || search.city !== undefined;
  const hasCounty =
    place?.kind === 'position' || place?.kind === 'county' || search.county !== undefined;
  return {
    category: (slug) => hrefWith({ category: [slug] }),
    city: hasCity ? undefined : (slug) => hrefWith({ city: [slug] }),
    county: hasCounty ? undefined : (slug) => hrefWith({ county: [slug] }),
    attribute: (filter) => hrefWith({ attributes: [...(search.attributes ?? []), filter] }),
    openNow: search.open ? undefined : hrefWith({ open: 'now' }),
  };
}

export function attributeName(page: PageContext, filter: AttributeFilter): string {
  const { filters, languages } = page.t.attributes;
  return isLanguage(filter)
    ? languages(page.languageName(LANGUAGE_FILTERS[filter]))
    : filters[filter];
}

const SHOWN = 8;
const MOST = 40;

export interface FiltersProperties {
  page: PageContext;
  facets: Facets;
  /** Slugs of the active categories, whose subcategories narrow the list further. */
  category?: readonly string[];
  links: FilterLinks;
}

/**
 * Links that narrow a list, each with the resulting number of businesses. Renders nothing if no
 * link would narrow the list, which then takes the full width.
 */
export function Filters(properties: FiltersProperties) {
  const { page, facets, links } = properties;
  const t = page.t.search;
  const openNow = narrows(facets.openNow, facets) ? links.openNow : undefined;
  const groups = groupsOf(properties);
  if (!openNow && groups.length === 0) return null;
  return (
    <aside class="filters" aria-labelledby="filters">
      <h2 id="filters" tabIndex={-1}>
        {t.filters}
      </h2>
      {openNow && (
        <ul>
          <Option page={page} href={openNow} name={t.open.now} count={facets.openNow} />
        </ul>
      )}
      {groups.map((group) => (
        <Group {...group} />
      ))}
    </aside>
  );
}

/** "Open now" and a menu with the other filters, in one row. */
export function FilterBar(properties: FiltersProperties) {
  const { page, facets, links } = properties;
  const openNow = narrows(facets.openNow, facets) ? links.openNow : undefined;
  return (
    <div class="filter-bar">
      {openNow && (
        <a class="button" href={openNow} data-in-place rel="nofollow">
          {page.t.search.open.now} <span class="quiet">{page.number(facets.openNow)}</span>
        </a>
      )}
      {groupsOf(properties).length > 0 && (
        <details class="filter-menu">
          <summary class="button">{page.t.search.filters}</summary>
          <div class="filter-panel">
            <Filters {...properties} links={{ ...links, openNow: undefined }} />
          </div>
        </details>
      )}
    </div>
  );
}

/** Returns the groups of options that would narrow the list. */
function groupsOf({ page, facets, category, links }: FiltersProperties): GroupProperties[] {
  const t = page.t.search;
  // The subcategories of the active categories, or the top-level ones.
  const parents: readonly (string | null)[] = category ?? [null];
  return [
    {
      title: t.category,
      options: facets.categories
        .filter(({ parent }) => parents.includes(parent))
        .map((each) => ({ ...each, name: page.categoryName(each.name) })),
      hrefOf: links.category,
    },
    {
      title: page.t.attributes.title,
      options: facets.attributes.map(({ filter, count }) => ({
        slug: filter,
        name: attributeName(page, filter),
        count,
      })),
      hrefOf: links.attribute as FilterLinks['city'],
    },
    { title: t.city, options: facets.cities, hrefOf: links.city },
    { title: t.county, options: facets.counties, hrefOf: links.county },
  ].flatMap(({ title, options, hrefOf }): GroupProperties[] => {
    const useful = options.filter(({ count }) => narrows(count, facets));
    return hrefOf && useful.length > 0 ? [{ page, title, options: useful, hrefOf }] : [];
  });
}

/** Reports whether an option applies to some businesses, but not to all. */
function narrows(count: number, { total }: Facets): boolean {
  return count > 0 && count < total;
}

/** A link to the filters below the list: a button on a phone, a skip link elsewhere. */
export function ToFilters({ page }: { page: PageContext }) {
  return (
    <a class="button to-filters" href="#filters">
      {page.t.search.filters}
    </a>
  );
}

interface GroupProperties {
  page: PageContext;
  title: string;
  options: readonly FacetCount[];
  hrefOf: (slug: string) => string;
}

function Group({ page, title, options, hrefOf }: GroupProperties) {
  const option = ({ slug, name, count }: FacetCount) => (
    <Option page={page} href={hrefOf(slug)} name={name} count={count} />
  );
  const more = options.slice(SHOWN, MOST);
  return (
    <>
      <h3>{title}</h3>
      <ul>{options.slice(0, SHOWN).map(option)}</ul>
      {more.length > 0 && (
        <details>
          <summary>{page.t.search.more(more.length)}</summary>
          <ul>{more.map(option)}</ul>
        </details>
      )}
    </>
  );
}

interface OptionProperties {
  page: PageContext;
  href: string;
  name: string;
  count: number;
}

function Option({ page, href, name, count }: OptionProperties) {
  return (
    <li>
      <a href={href} data-in-place rel="nofollow">
        <bdi>{name}</bdi>
        <span class="quiet">{page.number(count)}</span>
      </a>
    </li>
  );
}
