import type {
  BreadcrumbList,
  Dataset,
  Event,
  Offer,
  SearchAction,
  WebSite,
  WithContext,
} from 'schema-dts';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import type { PageContext } from '../pages/page-context.js';
import type { Crumb } from '../pages/view.js';
import { DOWNLOADS } from '../site-files/data-catalog.js';
import { geoCoordinates, postalAddress } from './local-business.js';

/** Search action with the query syntax that schema-dts lacks (schema.org, "Potential Actions"). */
type Search = SearchAction & { 'query-input': string };

/** Describes the website and its search to search engines, for the home page. */
export function webSite(page: PageContext): WithContext<WebSite> {
  const potentialAction: Search = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: page.address('/search?q={search_term_string}'),
    },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: page.siteName,
    description: page.t.tagline,
    url: page.address('/'),
    inLanguage: page.language.tag,
    potentialAction,
  };
}

export function breadcrumbList(
  page: PageContext,
  crumbs: readonly Crumb[],
): WithContext<BreadcrumbList> {
  const all: Crumb[] = [{ name: page.t.homePage, path: '/' }, ...crumbs];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path && { item: page.address(path) }),
    })),
  };
}

/** Describes the downloadable data to search engines for datasets, for the developers' page. */
export function dataset(page: PageContext, description: string): WithContext<Dataset> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': `${page.origin}/developers#dataset`,
    name: page.siteName,
    description,
    url: page.address('/developers'),
    license: page.address('/credits'),
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: page.siteName, url: page.address('/') },
    spatialCoverage: { '@type': 'State', name: 'Minnesota' },
    includedInDataCatalog: { '@type': 'DataCatalog', url: `${page.origin}/data.json` },
    distribution: DOWNLOADS.map(({ path, mediaType }) => ({
      '@type': 'DataDownload',
      contentUrl: page.origin + path,
      encodingFormat: mediaType,
    })),
  };
}

/**
 * Describes an event to search engines.
 *
 * @param event event with the times of the occurrence to describe
 */
export function happening(page: PageContext, event: EventDto): WithContext<Event> {
  const { slug, name, description, startsAt, endsAt, venue, business, address } = event;
  const status = event.excludedDates.includes(startsAt) ? 'EventCancelled' : 'EventScheduled';
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    description: description ?? undefined,
    url: page.address(`/events/${slug}`),
    startDate: startsAt,
    endDate: endsAt,
    eventStatus: `https://schema.org/${status}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: event.isFree ?? undefined,
    location: {
      '@type': 'Place',
      name: venue ?? business?.name ?? address.city ?? undefined,
      address: postalAddress(event),
      geo: geoCoordinates(event),
    },
    organizer: business ? { '@type': 'Organization', ...identityOf(page, business) } : undefined,
  };
}

export function offer(page: PageContext, deal: DealDto): WithContext<Offer> {
  const { slug, title, description, business, startsAt, endsAt } = deal;
  return {
    '@context': 'https://schema.org',
    '@type': 'Offer',
    name: title,
    description: description ?? undefined,
    url: page.address(`/deals/${slug}`),
    validFrom: startsAt,
    validThrough: endsAt ?? undefined,
    offeredBy: { '@type': 'LocalBusiness', ...identityOf(page, business) },
  };
}

/** Identifies a business, which its own page describes. */
function identityOf(page: PageContext, { slug, name }: Pick<BusinessDto, 'slug' | 'name'>) {
  const url = page.address(`/b/${slug}`);
  return { '@id': `${url}#business`, name, url };
}
