import type { ComponentChildren } from 'preact';
import type { Listing } from '../search/search.service.js';
import { BusinessList } from '../business/business-card.js';
import { PageLinks } from '../layout/page-links.js';
import type { PageContext } from '../pages/page-context.js';
import { type FilterLinks, Filters, ToFilters } from '../search/filters.js';

interface Properties {
  page: PageContext;
  title: string;
  listing: Listing;
  /** Path without the language. */
  path: string;
  number: number;
  category?: readonly string[];
  links?: FilterLinks;
  children?: ComponentChildren;
}

/** A listing at an address of its own, with links to every page. */
export function ListingView(properties: Properties) {
  const { page, title, listing, path, number, category, links, children } = properties;
  const { items, total, facets } = listing;
  const list = (
    <div>
      <h2 class="lead">
        {page.t.businesses(total)}
        {facets.openNow > 0 && ` · ${page.t.landing.openNow(facets.openNow)}`}
      </h2>
      {children}
      <BusinessList page={page} items={items} />
      <PageLinks
        page={page}
        present={number}
        total={total}
        hrefOf={(each) => page.href(each > 1 ? `${path}?page=${each}` : path)}
      />
    </div>
  );
  return (
    <>
      <div class="list-head">
        <h1>{title}</h1>
        <ToFilters page={page} />
      </div>
      {links ? (
        <div class="with-filters">
          {list}
          <Filters page={page} facets={facets} category={category} links={links} />
        </div>
      ) : (
        list
      )}
    </>
  );
}
