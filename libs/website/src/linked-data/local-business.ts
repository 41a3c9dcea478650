import type {
  GeoCoordinates,
  LocalBusiness,
  OpeningHoursSpecification,
  PostalAddress,
  WithContext,
} from 'schema-dts';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { DAYS } from '#libs/businesses/src/record/enumerations.js';
import type { HoursDto } from '#libs/businesses/src/record/hours.dto.js';
import { isWebAddress } from '../contact/contact-details.js';
import type { PageContext } from '../pages/page-context.js';
import { businessType } from './business-type.js';

/** A business for search engines. What the page does not know for sure is left out. */
export function localBusiness(
  page: PageContext,
  business: BusinessDto,
): WithContext<LocalBusiness> {
  const { name, description, phone, email, website, social, establishedOn } = business;
  const address = page.address(`/b/${business.slug}`);
  const accounts = Object.values<string | null>({ ...social });
  const elsewhere = [website, ...accounts].flatMap((each) =>
    each !== null && isWebAddress(each) ? [each] : [],
  );
  return {
    '@context': 'https://schema.org',
    // Its sub-types have no other properties.
    '@type': businessType(business.categories) as 'LocalBusiness',
    '@id': `${address}#business`,
    mainEntityOfPage: address,
    name,
    description: description ?? undefined,
    url: website && isWebAddress(website) ? website : address,
    telephone: phone ?? undefined,
    email: email ?? undefined,
    foundingDate: establishedOn ?? undefined,
    sameAs: elsewhere,
    address: postalAddress(business),
    geo: geoCoordinates(business),
    openingHoursSpecification: openingHours(business),
  };
}

export function postalAddress({ address }: Pick<BusinessDto, 'address'>): PostalAddress {
  const street = [address.street, address.unit].filter(Boolean).join(', ');
  return {
    '@type': 'PostalAddress',
    streetAddress: street || undefined,
    addressLocality: address.city ?? undefined,
    addressRegion: address.state,
    postalCode: address.postalCode ?? undefined,
    addressCountry: 'US',
  };
}

/** A point that stands for a whole ZIP area or city would be taken for the place itself. */
function geoCoordinates({ location }: BusinessDto): GeoCoordinates | undefined {
  if (location?.precision !== 'exact') return undefined;
  const { latitude, longitude } = location;
  return { '@type': 'GeoCoordinates', latitude, longitude };
}

/** Days that have the same hours are told together; one that is closed is in none. */
function openingHours({ status, hours }: BusinessDto): OpeningHoursSpecification[] | undefined {
  if (status !== 'open' || hours.length === 0) return undefined;
  const byTimes = new Map<string, HoursDto[]>();
  for (const each of hours) {
    const times = `${each.opens} ${each.closes}`;
    byTimes.set(times, [...(byTimes.get(times) ?? []), each]);
  }
  return Array.from(byTimes.values(), (alike) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: alike.map(({ day }) => WEEKDAYS[DAYS.indexOf(day)]!),
    opens: alike[0]!.opens,
    closes: lastMinute(alike[0]!),
  }));
}

const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/**
 * Hours that close earlier than they open end on the next day, as search engines read them, too. Of
 * 24 hours they want the last minute: "00:00" to "23:59".
 */
function lastMinute({ opens, closes }: HoursDto): string {
  if (closes !== opens) return closes;
  const [hour, minute] = closes.split(':').map(Number) as [number, number];
  const before = (hour * 60 + minute + 1439) % 1440;
  return [Math.floor(before / 60), before % 60].map((n) => String(n).padStart(2, '0')).join(':');
}
