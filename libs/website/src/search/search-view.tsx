import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { dayOf } from '#libs/directory-index/src/opening-hours.js';
import { type Holiday, holidayOn } from '#libs/geography/src/holidays.js';
import { BusinessList } from '../business/business-card.js';
import { formatPhone } from '../contact/contact-details.js';
import { Icon } from '../layout/icon.js';
import { PageLinks } from '../layout/page-links.js';
import { Section } from '../layout/section.js';
import type { PageContext } from '../pages/page-context.js';
import { attributeName, Filters, linksOfSearch, ToFilters } from './filters.js';
import type { Place } from './place-finder.js';
import { sortOf, sortsFor } from './search-criteria.js';
import { categoryCalled, headline, nameIn, openingName } from './search-texts.js';
import { MOST_IN_FILE, searchAddress, type SearchQuery } from './search-query.js';
import type { Found, InterpretedSearch } from './search.service.js';

interface Properties {
  page: PageContext;
  found: Found;
}

/** An active filter, and the address of the search without it. */
export interface ActiveFilter {
  name: string;
  without: Partial<SearchQuery>;
}

export function SearchView({ page, found }: Properties) {
  const t = page.t.search;
  const { search, total, items, facets } = found;
  const hrefWith = (changes: Partial<SearchQuery>) =>
    searchAddress(page.href('/search'), { ...search, page: 1, ...changes });
  const active = activeFilters(page, found);
  return (
    <div class="with-filters" data-swap>
      <section aria-labelledby="results">
        <h1 id="results" tabIndex={-1}>
          {headline(page, found)}
        </h1>
        <Remarks page={page} found={found} />
        <ActiveFilters page={page} active={active} hrefWith={hrefWith} />
        <OmittedByHours page={page} found={found} hrefWith={hrefWith} />
        {total === 0 ? (
          <>
            {/* Otherwise, closed businesses that match a text would be taken for missing. */}
            <Section id="closed" title={t.closed} items={found.closed}>
              <BusinessList page={page} items={found.closed} />
            </Section>
            <Nearest page={page} found={found} />
            <Loosen page={page} where={search.where} active={active} hrefWith={hrefWith} />
          </>
        ) : (
          <>
            <div class="toolbar compact">
              <ToFilters page={page} />
              <a href={searchAddress(page.href('/map'), { ...search, page: 1 })}>
                <Icon name="map" /> {t.onMap}
              </a>
              <Sorts page={page} found={found} hrefWith={hrefWith} />
            </div>
            <h2 class="hidden">{page.t.businesses(total)}</h2>
            <BusinessList page={page} items={items} />
            <PageLinks
              page={page}
              present={search.page}
              total={total}
              hrefOf={(number) => hrefWith({ page: number })}
            />
            <Reuse page={page} found={found} />
          </>
        )}
      </section>
      <Filters
        page={page}
        facets={facets}
        category={search.category}
        links={linksOfSearch(found, hrefWith)}
      />
    </div>
  );
}

/** The first results, with a link to all of them. */
export function EmbeddedResults({ page, found }: Properties) {
  return (
    <>
      <h1>{headline(page, found)}</h1>
      <Remarks page={page} found={found} />
      <FilterNames page={page} found={found} />
      <h2 class="hidden">{page.t.businesses(found.total)}</h2>
      <BusinessList page={page} items={found.items} />
      <p>
        <a href={searchAddress(page.href('/search'), found.search)}>{page.t.search.seeAll}</a>
      </p>
    </>
  );
}

/** Active filters, each a link to the search without it. */
export function ActiveFilters({ page, active, hrefWith }: WithActive) {
  const t = page.t.search;
  if (active.length === 0) return null;
  return (
    <nav aria-label={t.active}>
      <ul class="chips">
        {active.map(({ name, without }) => (
          <li>
            <a href={hrefWith(without)} data-in-place aria-label={t.remove(name)}>
              <bdi>{name}</bdi>
              <Icon name="x" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Names of the active filters, for a list without links to remove them. */
function FilterNames({ page, found }: Properties) {
  const names = activeFilters(page, found).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <p class="note">
      {page.t.search.active}: <bdi>{names.join(', ')}</bdi>
    </p>
  );
}

interface RemarksProperties {
  page: PageContext;
  found: Pick<InterpretedSearch, 'search' | 'place'> & {
    total?: number;
    corrected?: string | null;
  };
}

/** Notes about interpretations that differ from the input. */
export function Remarks({ page, found: { search, place, total, corrected } }: RemarksProperties) {
  const t = page.t.search;
  const remarks = [
    search.where && !place && t.unknownPlace(search.where),
    place && 'isGuess' in place && place.isGuess && t.readAs(place.name),
    corrected && total !== 0 && t.corrected(corrected),
    search.near && t.nearWhere,
  ];
  return remarks.map((remark) => remark && <p class="note">{remark}</p>);
}

/** Reasons for which the filter "open" omits businesses: a holiday, and unknown hours. */
export function OmittedByHours({ page, found, hrefWith }: WithFound) {
  const t = page.t.search;
  const { open } = found.search;
  if (!open) return null;
  const holiday = holidayIn(found.criteria);
  const reasons = [
    holiday && `${page.t.status.mayDiffer(page.t.holidays[holiday])}.`,
    found.hoursUnknown > 0 && t.hoursUnknown(found.hoursUnknown),
  ].filter(Boolean);
  if (reasons.length === 0) return null;
  return (
    <p class="note">
      {reasons.join(' ')}{' '}
      <a href={hrefWith({ open: undefined })} data-in-place>
        {t.loosenWithout(openingName(page, open))}
      </a>
    </p>
  );
}

/** Returns the public holiday in the time at which businesses must be open, at most two days. */
function holidayIn({ openAt = 0, openBetween }: BusinessCriteria): Holiday | undefined {
  const { from, to } = openBetween ?? { from: openAt, to: openAt + 1 };
  return holidayOn(dayOf(from)) ?? holidayOn(dayOf(to - 1));
}

export function activeFilters(
  page: PageContext,
  { search, names, place }: Pick<InterpretedSearch, 'search' | 'names'> & { place?: Place },
): ActiveFilter[] {
  const { category = [], city = [], county = [], attributes = [], open, near } = search;
  const each = <T,>(
    field: 'category' | 'city' | 'county' | 'attributes',
    values: readonly T[],
    nameOf: (value: T) => string,
  ): ActiveFilter[] =>
    values.map((value) => ({
      name: nameOf(value),
      without: { [field]: values.filter((other) => other !== value) },
    }));
  const filters: (ActiveFilter | undefined)[] = [
    ...each('category', category, (slug) => categoryCalled(page, slug, names)),
    ...each('city', city, (slug) => nameIn(names.city, slug)),
    ...each('county', county, (slug) => nameIn(names.county, slug)),
    ...each('attributes', attributes, (filter) => attributeName(page, filter)),
    open ? { name: openingName(page, open), without: { open: undefined } } : undefined,
    near ? { name: page.t.form.nearMe, without: { near: undefined } } : undefined,
    place?.kind === 'region' ? { name: place.name, without: { where: undefined } } : undefined,
  ];
  return filters.filter((filter) => filter !== undefined);
}

/** Links to the results as files, and the code that shows them on another site. */
function Reuse({ page, found: { search, place, total } }: Properties) {
  const t = page.t.search;
  // The results are not limited to an unknown place.
  const where = place && search.where;
  const href = (path: string) => searchAddress(page.href(path), { ...search, where, page: 1 });
  return (
    <>
      <p class="downloads">
        {total > MOST_IN_FILE ? t.downloadFirst(MOST_IN_FILE) : t.download}{' '}
        <a href={href('/search.csv')} rel="nofollow" download>
          CSV
        </a>{' '}
        <a href={href('/search.geojson')} rel="nofollow" download>
          GeoJSON
        </a>{' '}
        <a href={href('/print/search')} rel="nofollow">
          {t.printable}
        </a>
      </p>
      <details>
        <summary>{t.embed}</summary>
        <p>{t.embedHow}</p>
        <p>
          <code>
            {`<iframe src="${page.origin}${href('/embed/search')}" title="${page.siteName}" loading="lazy" width="100%" height="600"></iframe>`}
          </code>
        </p>
      </details>
    </>
  );
}

interface WithLinks {
  page: PageContext;
  hrefWith: (changes: Partial<SearchQuery>) => string;
}

interface WithActive extends WithLinks {
  active: readonly ActiveFilter[];
}

interface WithFound extends WithLinks {
  found: InterpretedSearch;
}

function Sorts({ page, found: { search, place }, hrefWith }: WithFound) {
  const t = page.t.search;
  const present = sortOf(search, place);
  return (
    <nav class="sorts" aria-label={t.sort}>
      <span class="quiet">{t.sort}</span>
      {sortsFor(search, place).map((sort) =>
        sort === present ? (
          <span aria-current="true">{t.sorts[sort]}</span>
        ) : (
          <a href={hrefWith({ sort })} data-in-place rel="nofollow">
            {t.sorts[sort]}
          </a>
        ),
      )}
    </nav>
  );
}

/** Nearest matches for a place that has none. */
function Nearest({ page, found: { nearest, nearestCity } }: Pick<Properties, 'page' | 'found'>) {
  const { t } = page;
  const distance = nearest[0]?.distance ?? 0;
  return (
    <Section id="nearest" title={t.search.nearest} items={nearest}>
      {nearestCity && (
        <p>
          {t.businesses(nearestCity.count)} {t.search.inPlace(nearestCity.name)},{' '}
          {page.distance(distance)}
        </p>
      )}
      <BusinessList page={page} items={nearest} />
    </Section>
  );
}

/** Suggestions for a search without results. */
export function Loosen({ page, where, active, hrefWith }: WithActive & { where?: string }) {
  const t = page.t.search;
  return (
    <>
      <p class="loosen">{t.loosen}</p>
      <ul class="plain">
        {active
          .filter(({ without }) => !('where' in without))
          .map(({ name, without }) => (
            <li>
              <a href={hrefWith(without)}>{t.loosenWithout(name)}</a>
            </li>
          ))}
        {where && (
          <li>
            <a href={hrefWith({ where: undefined })}>{t.loosenEverywhere}</a>
          </li>
        )}
        <li>{t.loosenWords}</li>
        <li>
          <a href={page.href('/categories')}>{t.loosenCategories}</a>
        </li>
        <li>
          <a href={page.href('/suggest-business')}>{page.t.footer.suggest}</a>
        </li>
      </ul>
    </>
  );
}

interface PrintedProperties {
  page: PageContext;
  title: string;
  found: Found;
}

/** Results as a table of one line per business. */
export function PrintedResults({ page, title, found }: PrintedProperties) {
  return (
    <>
      <h1>{title}</h1>
      <Remarks page={page} found={found} />
      <FilterNames page={page} found={found} />
      <p class="actions">
        <mnbd-print data-press={page.t.business.print} />
      </p>
      <div class="wide">
        <table class="printed">
          {found.items.map(({ slug, name, categories, address, phone }) => (
            <tr>
              <th scope="row">
                <a href={page.href(`/b/${slug}`)}>
                  <bdi>{name}</bdi>
                </a>
              </th>
              <td>{page.categoryNames(categories)}</td>
              <td>
                <bdi>
                  {[address.street, [address.city, address.postalCode].filter(Boolean).join(' ')]
                    .filter(Boolean)
                    .join(', ')}
                </bdi>
              </td>
              <td class="number">{phone && formatPhone(phone)}</td>
            </tr>
          ))}
        </table>
      </div>
    </>
  );
}
