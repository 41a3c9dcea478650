import { Get, Param, Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { renderSVG } from 'uqr';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { presentMinute } from '#libs/config/src/clock.js';
import { DealsRepository } from '#libs/deals/src/deals.repository.js';
import { WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import type { Facets } from '#libs/directory-index/src/facets.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { EventsService } from '#libs/events/src/events.service.js';
import { SourcesRepository } from '#libs/imports/src/sources/sources.repository.js';
import type { CacheableRead, Representation } from '#libs/response-cache/src/representation.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { formatPhone, inLine, streetAndCity } from '../contact/contact-details.js';
import { VCARD, vCard } from '../contact/vcard.js';
import { eventsUnlessUnavailable } from '../events/events-unless-unavailable.js';
import { localBusiness } from '../linked-data/local-business.js';
import { viewOfStreets } from '../map/small-map.js';
import { viewOfHero } from '../map/street-hero.js';
import { StreetTiles } from '../map/street-tiles.js';
import { findRecord } from '../pages/find-record.js';
import type { PageContext } from '../pages/page-context.js';
import { EMBED_HEADERS } from '../pages/page-headers.js';
import { Pages } from '../pages/pages.js';
import type { Crumb, View } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { BusinessCard } from './business-card.js';
import { BusinessView } from './business-view.js';

/** Query parameters that make the page thank the visitor for a form. */
const THANKS = ['reported', 'confirmed'] as const;
type Thanks = (typeof THANKS)[number];
/** Maximum number of nearby and of similar businesses on a page. */
const OTHERS = 3;
const EVENT_DAYS = 60;
const DAY = 86_400_000;
const SVG = 'image/svg+xml';

@WebPages()
export class BusinessPageController {
  constructor(
    private readonly pages: Pages,
    private readonly businesses: BusinessesService,
    private readonly deals: DealsRepository,
    private readonly events: EventsService,
    private readonly streets: StreetTiles,
    private readonly sources: SourcesRepository,
  ) {}

  @Get('b/:slug')
  get(@Param('slug') slug: string, @Query() query: Record<string, unknown>): CacheableRead {
    const thanks = THANKS.find((name) => query[name] !== undefined);
    return this.pages.respond((page) => this.view(page, slug, thanks));
  }

  /** Serves a summary for a frame on another site, such as a preview in a reconciliation tool. */
  @Get('embed/b/:slug')
  embed(@Param('slug') slug: string): CacheableRead {
    const view = async (page: PageContext): Promise<View> => {
      const { record: business, version } = await findRecord(this.businesses, 'business', slug);
      return {
        version,
        title: inLine(business.name, business.address.city),
        path: `/embed/b/${business.slug}`,
        isIndexed: false,
        isEmbedded: true,
        until: presentMinute(page.now).end,
        body: <BusinessCard page={page} business={business} />,
      };
    };
    return this.pages.respond(view, EMBED_HEADERS);
  }

  @Get('b/:slug.vcf')
  @ApiProduces(VCARD)
  contact(@Param('slug') slug: string): CacheableRead {
    return this.file(slug, '.vcf', (business, address) => ({
      body: vCard(business, address),
      contentType: `${VCARD}; charset=utf-8`,
      headers: { 'Content-Disposition': `inline; filename="${business.slug}.vcf"` },
    }));
  }

  /** Draws a QR code with the address of the business's page. */
  @Get('b/:slug/qr.svg')
  @ApiProduces(SVG)
  qrCode(@Param('slug') slug: string): CacheableRead {
    return this.file(slug, '/qr.svg', (_, address) => ({
      body: renderSVG(address, { border: 4 }),
      contentType: SVG,
    }));
  }

  private file(
    slug: string,
    ending: string,
    represent: (
      business: BusinessDto,
      address: string,
    ) => Pick<Representation, 'body' | 'contentType' | 'headers'>,
  ): CacheableRead {
    return this.pages.file(async (page) => {
      const { record, version } = await findRecord(this.businesses, 'business', slug);
      const path = `/b/${record.slug}`;
      return {
        version,
        ...represent(record, page.address(path)),
        movedTo: slug === record.slug ? undefined : page.href(path) + ending,
      };
    });
  }

  private async view(page: PageContext, slug: string, thanks?: Thanks): Promise<View> {
    const { record: business, version } = await findRecord(this.businesses, 'business', slug);
    const path = `/b/${business.slug}`;
    const head = { title: inLine(business.name, business.address.city), path, version };
    if (slug !== business.slug) return { ...head, body: '', movedTo: page.href(path) };
    const [whole, { nearby, similar }, streets, sources, events, deals] = await Promise.all([
      this.businesses.facets(WHOLE_DIRECTORY, page.now),
      this.around(business),
      this.streetsAround(business),
      this.sources.namedFor(business.id),
      this.eventsOf(business, page.now),
      this.dealsOf(business, page.now),
    ]);
    const near = nearby.items.slice(0, OTHERS);
    const isNear = new Set(near.map(({ id }) => id));
    const shown = {
      ...streets,
      listed: new Set(whole.categories.map((each) => each.slug)),
      sources,
      nearby: near,
      similar: similar.items.filter(({ id }) => !isNear.has(id)).slice(0, OTHERS),
    };
    const others = [whole, nearby, similar, events, deals].map((each) => each.version);
    return {
      ...head,
      version: oldest(version, ...others),
      description: business.description ?? summaryOf(page, business),
      isIndexed: thanks === undefined,
      data: [localBusiness(page, business)],
      // Opening status, events and deals change by the minute.
      until: presentMinute(page.now).end,
      crumbs: crumbsOf(page, business, whole),
      body: (
        <BusinessView
          {...{ page, business, thanks, ...shown }}
          events={events.items}
          deals={deals.items}
        />
      ),
    };
  }

  /**
   * Finds the nearest other open businesses, and the nearest that share a category. Both lists are
   * empty if the location is unknown.
   */
  private async around({ id, location, categories }: BusinessDto) {
    if (!location) return { nearby: NONE, similar: NONE };
    const nearest = { ...WHOLE_DIRECTORY, sort: 'distance', point: location } as const;
    const [nearby, similar] = await Promise.all(
      [undefined, categories.slice(0, 1).map(({ slug }) => slug)].map(async (category) => {
        const { version, items } = await this.businesses.list({
          ...nearest,
          category,
          limit: 2 * OTHERS + 1,
        });
        return {
          version,
          items: items.filter((other) => other.id !== id && other.location !== null),
        };
      }),
    );
    return { nearby: nearby!, similar: similar! };
  }

  private async streetsAround({ location }: BusinessDto) {
    if (!location) return {};
    const isExact = (location.precision ?? 'exact') === 'exact';
    const [hero, streets] = await Promise.all([
      isExact ? this.streets.picture(viewOfHero(location)) : undefined,
      this.streets.picture(viewOfStreets(location)),
    ]);
    return { hero, streets };
  }

  private eventsOf({ id }: BusinessDto, now: Date) {
    const criteria = { from: now, to: new Date(now.getTime() + EVENT_DAYS * DAY), business: [id] };
    return eventsUnlessUnavailable(this.events.page(criteria, { page: 1, limit: OTHERS }));
  }

  private dealsOf({ id }: BusinessDto, now: Date) {
    return this.deals.page({ at: now, business: [id], page: 1, limit: OTHERS });
  }
}

/** Empty list. Its version is newer than any other, because nothing was read. */
const NONE = { version: String(2n ** 63n), items: [] as BusinessDto[] };

/** Returns a description such as "Bakery · 818 Cedar Ave, Duluth · (218) 555-0147". */
function summaryOf(page: PageContext, business: BusinessDto): string | undefined {
  const { categories, phone } = business;
  const parts = [
    page.categoryNames(categories),
    streetAndCity(business),
    phone && formatPhone(phone),
  ];
  return parts.filter(Boolean).join(' · ') || undefined;
}

/**
 * Returns breadcrumbs through the lists of the business's city and category, which exist if they
 * have open businesses.
 */
function crumbsOf(page: PageContext, { name, address, categories }: BusinessDto, whole: Facets) {
  const slug = placeSlug(address.city ?? '');
  const city = whole.cities.find((each) => each.slug === slug);
  const category = whole.categories.find((each) => each.slug === categories[0]?.slug);
  const inCity = city ? `/in/${city.slug}` : '';
  const crumbs: Crumb[] = [];
  if (city) crumbs.push({ name: city.name, path: inCity });
  if (category) {
    const path = `/c/${category.slug}${inCity}`;
    crumbs.push({ name: page.categoryName(category.name), path });
  }
  return [...crumbs, { name }];
}
