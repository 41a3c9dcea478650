import type {
  GeoCoordinates,
  LocalBusiness,
  OpeningHoursSpecification,
  PostalAddress,
  WithContext,
} from 'schema-dts';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import {
  DAY,
  type Day,
  DAYS,
  mergePeriods,
  minuteOfDay,
  type Period,
  timeOfDay,
} from '#libs/directory-index/src/opening-hours.js';
import type { HoursDto } from '#libs/businesses/src/record/hours.dto.js';
import { inLine, isHttpAddress } from '../contact/contact-details.js';
import type { PageContext } from '../pages/page-context.js';
import { businessType } from './business-type.js';

/** Describes a business to search engines. Uncertain details are omitted. */
export function localBusiness(
  page: PageContext,
  business: BusinessDto,
): WithContext<LocalBusiness> {
  const { name, description, phone, email, website, social, establishedOn, legalName, priceLevel } =
    business;
  const address = page.address(`/b/${business.slug}`);
  const accounts = Object.values<string | null>({ ...social });
  const elsewhere = [website, ...accounts].flatMap((each) =>
    each !== null && isHttpAddress(each) ? [each] : [],
  );
  return {
    '@context': 'https://schema.org',
    // Subtypes have no properties of their own.
    '@type': businessType(business.categories) as 'LocalBusiness',
    '@id': `${address}#business`,
    mainEntityOfPage: address,
    name,
    description: description ?? undefined,
    url: website && isHttpAddress(website) ? website : address,
    legalName: legalName ?? undefined,
    telephone: phone ?? undefined,
    priceRange: priceLevel ? '$'.repeat(priceLevel) : undefined,
    email: email ?? undefined,
    foundingDate: establishedOn ?? undefined,
    sameAs: elsewhere,
    address: postalAddress(business),
    geo: geoCoordinates(business),
    openingHoursSpecification: openingHours(business),
    specialOpeningHoursSpecification: specialOpeningHours(business),
  };
}

export function postalAddress({ address }: Pick<BusinessDto, 'address'>): PostalAddress {
  return {
    '@type': 'PostalAddress',
    streetAddress: inLine(address.street, address.unit) || undefined,
    addressLocality: address.city ?? undefined,
    addressRegion: address.state,
    postalCode: address.postalCode ?? undefined,
    addressCountry: 'US',
  };
}

/**
 * Returns the exact coordinates only. Search engines would mistake the center of a ZIP area or a
 * city for the place itself.
 */
export function geoCoordinates({
  location,
}: Pick<BusinessDto, 'location'>): GeoCoordinates | undefined {
  if (location?.precision !== 'exact') return undefined;
  const { latitude, longitude } = location;
  return { '@type': 'GeoCoordinates', latitude, longitude };
}

/** Groups the days that have the same hours. Closed days are omitted. */
function openingHours({ status, hours }: BusinessDto): OpeningHoursSpecification[] | undefined {
  if (status !== 'open' || hours.length === 0) return undefined;
  const byTimes = new Map<string, HoursDto[]>();
  for (const day of DAYS) {
    for (const period of mergePeriods(hours.filter((each) => each.day === day))) {
      const times = `${period.opens} ${period.closes}`;
      byTimes.set(times, [...(byTimes.get(times) ?? []), { day, ...period }]);
    }
  }
  return Array.from(byTimes.values(), (alike) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: alike.map(({ day }) => nameOf(day)),
    opens: alike[0]!.opens,
    closes: lastMinute(alike[0]!),
  }));
}

/** Lists the dates with special hours. A closed date opens and closes at midnight. */
function specialOpeningHours({
  status,
  specialHours,
}: BusinessDto): OpeningHoursSpecification[] | undefined {
  if (status !== 'open' || specialHours.length === 0) return undefined;
  return specialHours.flatMap(({ date, hours }) =>
    (hours.length > 0 ? mergePeriods(hours) : [CLOSED]).map((period) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: date,
      validThrough: date,
      opens: period.opens,
      closes: period === CLOSED ? CLOSED.closes : lastMinute(period),
    })),
  );
}

const CLOSED: Period = { opens: '00:00', closes: '00:00' };

/** Returns the name of a day in schema.org: "Monday". */
function nameOf(day: Day): Capitalize<Day> {
  return (day[0]!.toUpperCase() + day.slice(1)) as Capitalize<Day>;
}

/**
 * Returns the closing time for search engines, which read an earlier closing time as the next day
 * and expect 24 hours as "00:00" to "23:59".
 */
function lastMinute({ opens, closes }: Period): string {
  return closes === opens ? timeOfDay(minuteOfDay(closes) + DAY - 1) : closes;
}
