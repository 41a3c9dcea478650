import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { localDate } from '#libs/geography/src/local-date.js';
import type { SourceLicence } from '#libs/imports/src/sources/sources.repository.js';
import { DealList } from '../deals/deal-list.js';
import { EventList } from '../events/event-list.js';
import { Icon } from '../layout/icon.js';
import { Section } from '../layout/section.js';
import { SmallMap } from '../map/small-map.js';
import { StreetHero } from '../map/street-hero.js';
import type { StreetPicture } from '../map/street-tiles.js';
import type { PageContext } from '../pages/page-context.js';
import { BusinessList } from './business-card.js';
import { Attributes } from './attributes.js';
import { HoursTable } from './hours-table.js';
import { Landscape } from './landscape.js';
import { OpeningLabel } from './opening-label.js';
import { Pictogram } from './pictogram.js';
import {
  AddressLines,
  CallButton,
  DirectionsButton,
  formatPhone,
  isHttpAddress,
  WebsiteButton,
} from '../contact/contact-details.js';

/** Place of the landscape for businesses without a location. */
const MIDDLE_OF_MINNESOTA = { latitude: 46.3, longitude: -94.3 };

interface Properties {
  page: PageContext;
  business: BusinessDto;
  /** Form that the visitor has just sent. */
  thanks?: 'reported' | 'confirmed';
  /** Slugs of the categories that have a page, because some open business is in them. */
  listed: ReadonlySet<string>;
  /** Sources that the business was imported from. */
  sources: readonly SourceLicence[];
  nearby: readonly BusinessDto[];
  similar: readonly BusinessDto[];
  events: readonly EventDto[];
  deals: readonly DealDto[];
  /** Streets around the business, for the top of the page and for the small map. */
  hero?: StreetPicture;
  streets?: StreetPicture;
}

export function BusinessView(properties: Properties) {
  const { page, business, thanks, listed, sources, nearby, similar, events, deals } = properties;
  const { hero, streets } = properties;
  const t = page.t.business;
  const { name, categories, description, legalName, establishedOn, priceLevel } = business;
  const today = localDate(page.now);
  const hasHours =
    business.status !== 'closed' &&
    (business.hours.length > 0 || business.specialHours.some(({ date }) => date >= today));
  return (
    <>
      {thanks && (
        <p class="note" role="status">
          {t.thanks[thanks]}
        </p>
      )}
      {hero ? (
        <StreetHero streets={hero} />
      ) : (
        <Landscape {...(business.location ?? MIDDLE_OF_MINNESOTA)} />
      )}
      <article class="business">
        <header>
          <Pictogram category={categories[0]} />
          <div>
            <h1>
              <bdi>{name}</bdi>
            </h1>
            <p class="quiet">
              {categories.map((category, index) => (
                <>
                  {index > 0 && ', '}
                  {listed.has(category.slug) ? (
                    <a href={page.href(`/c/${category.slug}`)}>
                      {page.categoryName(category.name)}
                    </a>
                  ) : (
                    <span>{page.categoryName(category.name)}</span>
                  )}
                </>
              ))}
              {priceLevel && (
                <>
                  {' · '}
                  <span aria-label={t.priceLevel(priceLevel)} role="img">
                    {'$'.repeat(priceLevel)}
                  </span>
                </>
              )}
            </p>
            <p>
              <OpeningLabel page={page} business={business} />
            </p>
          </div>
        </header>
        <Actions page={page} business={business} />
        <Trust page={page} business={business} sources={sources} />
        {description && (
          <p class="description">
            <bdi>{description}</bdi>
          </p>
        )}
        {!hasHours && business.status !== 'closed' && (
          <p class="quiet report">
            {t.noHours}{' '}
            <a href={page.href(`/b/${business.slug}/report?about=hours`)} rel="nofollow">
              {t.knowHours}
            </a>
          </p>
        )}
        <Attributes page={page} business={business} />
        <div class="columns">
          {hasHours && (
            <Section id="hours" title={t.hours}>
              <HoursTable page={page} business={business} />
            </Section>
          )}
          <Section id="place" title={t.address}>
            <Place page={page} business={business} streets={streets} />
          </Section>
        </div>
        <Section id="events" title={t.events} items={events}>
          <EventList page={page} events={events} />
        </Section>
        <Section id="deals" title={t.deals} items={deals}>
          <DealList page={page} deals={deals} />
        </Section>
        <Elsewhere page={page} business={business} />
        <footer class="quiet">
          {legalName && <p>{t.registeredAs(legalName)}</p>}
          {establishedOn && <p>{t.established(establishedOn.slice(0, 4))}</p>}
          <p class="report">
            <a href={page.href(`/b/${business.slug}/report`)} rel="nofollow">
              {t.report}
            </a>
            {' · '}
            <a href={page.href(`/b/${business.slug}/owner`)} rel="nofollow">
              {t.own}
            </a>
            {' · '}
            <a href={page.href(`/suggest-deal?business=${business.slug}`)} rel="nofollow">
              {page.t.deals.suggest}
            </a>
          </p>
        </footer>
      </article>
      <Section id="nearby" title={t.nearby} items={nearby}>
        <BusinessList page={page} items={nearby} />
      </Section>
      <Section id="similar" title={t.similar} items={similar}>
        <BusinessList page={page} items={similar} />
      </Section>
    </>
  );
}

type Of = Pick<Properties, 'page' | 'business'>;

/**
 * Confirmation and sources of the business, and buttons to confirm its data or to report another
 * status.
 */
function Trust({ page, business, sources }: Of & Pick<Properties, 'sources'>) {
  const t = page.t.business;
  const { slug, status, confirmedBy } = business;
  const confirming = sources.find(({ name }) => confirmedBy === `source:${name}`);
  const others = sources.filter((source) => source !== confirming).map(creditOf);
  return (
    <>
      <p class="quiet">
        <Confirmed page={page} business={business} source={confirming && creditOf(confirming)} />
        {others.length > 0 && ` · ${t.source(others.join(', '))}`}
      </p>
      <ul class="actions in-row">
        <li>
          {status === 'open' ? (
            <a class="button" href={page.href(`/b/${slug}/confirm`)} rel="nofollow">
              {t.stillRight}
            </a>
          ) : (
            <a class="button" href={page.href(`/b/${slug}/report?about=open`)} rel="nofollow">
              {t.openAgain}
            </a>
          )}
        </li>
        {status !== 'closed' && (
          <li>
            <a class="button" href={page.href(`/b/${slug}/report?about=closed`)} rel="nofollow">
              {t.closedForGood}
            </a>
          </li>
        )}
      </ul>
    </>
  );
}

function creditOf({ name, attribution }: SourceLicence): string {
  return attribution ?? name;
}

/**
 * Month in which the business was confirmed, and by whom; otherwise the time of the last change.
 *
 * @property source the source that confirmed it, as it is credited
 */
function Confirmed({ page, business, source }: Of & { source: string | undefined }) {
  const t = page.t.business;
  const { confirmedOn, confirmedBy, updatedAt } = business;
  if (!confirmedOn || !confirmedBy) {
    return <time dateTime={updatedAt}>{t.updated(page.date(new Date(updatedAt)))}</time>;
  }
  const who =
    source ??
    t.confirmedBy[confirmedBy as keyof typeof t.confirmedBy] ??
    confirmedBy.replace(/^source:/, '');
  const month = page.month(confirmedOn.slice(0, 7));
  return <time dateTime={confirmedOn}>{t.confirmed(month, who)}</time>;
}

/** A business's actions, as large targets. Nobody calls or visits a place that closed for good. */
function Actions({ page, business }: Of) {
  const t = page.t.business;
  const { slug, status, phone, website } = business;
  return (
    <ul class="actions in-row">
      {status !== 'closed' && (
        <>
          <CallButton page={page} phone={phone} />
          <DirectionsButton page={page} business={business} />
          <WebsiteButton page={page} address={website} />
        </>
      )}
      <li>
        <details class="more">
          <summary class="button">
            <Icon name="ellipsis" />
            <span>{t.more}</span>
          </summary>
          <ul>
            <li>
              <mnbd-save data-id={business.id} />
            </li>
            <li>
              <a class="button" href={page.href(`/b/${slug}.vcf`)} rel="nofollow" download>
                <Icon name="contact" />
                <span>{t.save}</span>
              </a>
            </li>
            <li>
              <mnbd-share data-press={t.share} data-copied={t.copied} />
            </li>
            <li>
              <mnbd-print data-press={t.print} />
            </li>
          </ul>
        </details>
      </li>
    </ul>
  );
}

function Place({ page, business, streets }: Of & Pick<Properties, 'streets'>) {
  const t = page.t.business;
  const { address, location, phone, email, website, slug, status } = business;
  const precision = location ? (location.precision ?? 'exact') : 'unknown';
  // The others have buttons on a screen.
  const line = status === 'closed' ? 'line' : 'line on-paper';
  return (
    <>
      <address>
        <AddressLines address={address} />
        {phone && <span class={line}>{formatPhone(phone)}</span>}
        {website && isHttpAddress(website) && <span class={line}>{website}</span>}
        {email && <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>}
      </address>
      {/* Without streets, the map does not show an exact place. */}
      {(precision !== 'exact' || streets) && <p class="quiet">{t.precision[precision]}</p>}
      {location && <SmallMap page={page} streets={streets} {...location} />}
      <details class="qr">
        <summary>{t.qr}</summary>
        <img
          src={page.href(`/b/${slug}/qr.svg`)}
          alt={t.qr}
          width="164"
          height="164"
          loading="lazy"
        />
      </details>
    </>
  );
}

const NETWORKS = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  twitter: 'X',
  youtube: 'YouTube',
} as const;

function Elsewhere({ page, business }: Of) {
  const links = Object.entries(NETWORKS).flatMap(([network, name]) => {
    const address = business.social[network as keyof typeof NETWORKS];
    return address && isHttpAddress(address) ? [{ name, address }] : [];
  });
  return (
    <Section id="elsewhere" title={page.t.business.social} items={links}>
      <ul class="inline">
        {links.map(({ name, address }) => (
          <li>
            <a href={address} rel="nofollow external ugc">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
