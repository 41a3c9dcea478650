import type { ComponentChildren } from 'preact';
import type { Facets } from '#libs/directory-index/src/facets.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { FEED_FORMATS, type FeedFormat } from '../feeds/feed.js';
import { Icon } from '../layout/icon.js';
import { PageLinks } from '../layout/page-links.js';
import type { PageContext } from '../pages/page-context.js';
import type { PageFeed, View } from '../pages/view.js';
import { Filters, ToFilters } from './filters.js';
import { PAGE_SIZE, searchAddress, type SearchQuery } from './search-query.js';
import { filtersText } from './search-texts.js';
import { ActiveFilters, activeFilters } from './search-view.js';
import type { InterpretedSearch } from './search.service.js';

interface Properties {
  page: PageContext;
  /** Path without the language. */
  path: string;
  /** Title of the list, and its lead with and without items. */
  texts: { title: string; lead: string; none: string };
  interpreted: InterpretedSearch;
  facets: Facets;
  feeds: readonly FeedFormat[];
  children: ComponentChildren;
}

/** Returns a page with a paged list, which has filters for category and city. */
export function filteredList(properties: Properties): Omit<View, 'version'> {
  const { page, path, texts, interpreted, facets, children } = properties;
  const { search } = interpreted;
  const firstPage = { ...search, page: 1 };
  const title = titleWith(page, texts.title, interpreted);
  const feeds = properties.feeds.map((format): PageFeed => ({
    ...FEED_FORMATS[format],
    path: searchAddress(`${path}.${format}`, firstPage),
  }));
  const hrefWith = (changes: Partial<SearchQuery>) =>
    searchAddress(page.href(path), { ...firstPage, ...changes });
  return {
    title,
    description: texts.lead,
    path: searchAddress(path, search),
    isIndexed: isListed(search, facets.total),
    feeds,
    crumbs: [{ name: texts.title }],
    body: (
      <div class="with-filters" data-swap>
        <section aria-labelledby="list">
          <div class="list-head">
            <h1 id="list" tabIndex={-1}>
              {title}
            </h1>
            <ToFilters page={page} />
          </div>
          <p class="lead">{facets.total > 0 ? texts.lead : texts.none}</p>
          <ActiveFilters
            page={page}
            active={activeFilters(page, interpreted)}
            hrefWith={hrefWith}
          />
          {children}
          <PageLinks
            page={page}
            present={search.page}
            total={facets.total}
            hrefOf={(number) => hrefWith({ page: number })}
          />
          <FeedLinks page={page} feeds={feeds} />
        </section>
        <Filters
          page={page}
          facets={facets}
          category={search.category}
          links={{
            category: (slug) => hrefWith({ category: [slug] }),
            city: search.city ? undefined : (slug) => hrefWith({ city: [slug] }),
          }}
        />
      </div>
    ),
  };
}

/** Returns a title such as "Deals (Bakery) in Duluth, page 2". */
export function titleWith(
  page: PageContext,
  title: string,
  interpreted: Pick<InterpretedSearch, 'search' | 'names' | 'place'>,
): string {
  const filtered = `${title} ${filtersText(page, interpreted)}`.trimEnd();
  return numberedTitle(page, filtered, interpreted.search.page);
}

/** Returns the title of a page of a list, such as "Deals, page 2". */
export function numberedTitle(page: PageContext, title: string, number: number): string {
  return number > 1 ? `${title}, ${page.t.pages.page(number).toLowerCase()}` : title;
}

/**
 * Reports whether search engines may list the page. Lists with two filters, and further pages, are
 * too many to be worth indexing.
 */
export function isListed({ category, city, page }: SearchQuery, total: number): boolean {
  const filters = [category, city].flat().filter((filter) => filter !== undefined);
  return filters.length === 0 || (filters.length === 1 && page === 1 && total > 0);
}

/** @throws ApiError `not_found` if the page is past the end of the list */
export function expectPage(page: number, total: number): void {
  if (page === 1 || total > (page - 1) * PAGE_SIZE) return;
  throw new ApiError('not_found', 'This page is past the end of the list.');
}

function FeedLinks({ page, feeds }: { page: PageContext; feeds: readonly PageFeed[] }) {
  return (
    <ul class="inline">
      {feeds.map(({ path, type, name }) => (
        <li>
          <a href={page.href(path)} type={type} rel="alternate nofollow">
            <Icon name="rss" />
            <span>{page.t.feeds.follow(name)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
