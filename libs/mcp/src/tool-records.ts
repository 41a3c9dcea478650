import {
  ATTRIBUTE_DECLARATIONS,
  ATTRIBUTE_NAMES,
  attributeText,
} from '#libs/businesses/src/record/attributes.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { Environment } from '#libs/config/src/environment.js';
import { type DealDto, lastMoment } from '#libs/deals/src/record/deal.dto.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { METERS_PER_MILE } from '#libs/geography/src/distance.js';
import { localMinute, TIME_ZONE } from '#libs/geography/src/local-time.js';
import { localDate } from '#libs/geography/src/local-date.js';
import {
  DAYS,
  isOpen,
  mergePeriods,
  minuteOfDay,
  type Period,
} from '#libs/directory-index/src/opening-hours.js';
import type { ToolOutput } from './tool-schemas.js';

/** Maximum number of dates with special hours. */
const MAX_DATES = 10;

type Origin = Pick<Environment, 'PUBLIC_URL'>;

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: TIME_ZONE });
const times = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
});

/** Formats an instant as local time, such as "Saturday, November 28, 2026 at 9:00 AM". */
export function localTime(instant: Date): string {
  return times.format(instant);
}

export function toBusiness(
  business: BusinessDto,
  now: Date,
  { PUBLIC_URL }: Origin,
): ToolOutput<'get_business'>['business'] {
  const { id, name, status, description, phone, email, website, updatedAt, distance } = business;
  return {
    id,
    name,
    status,
    description,
    phone,
    email,
    website,
    updatedAt,
    categories: business.categories.map((each) => each.name),
    address: addressLine(business.address),
    openNow: isOpen(business, localMinute(now)),
    hours: [...weeklyHours(business), ...specialHours(business, now)],
    attributes: attributesOf(business),
    priceLevel: business.priceLevel,
    confirmedOn: business.confirmedOn,
    distance:
      distance == null
        ? null
        : { miles: Number((distance / METERS_PER_MILE).toFixed(1)), meters: Math.round(distance) },
    page: `${PUBLIC_URL}/b/${business.slug}`,
  };
}

export function toEvent(
  event: EventDto,
  origin: Origin,
): ToolOutput<'list_events'>['events'][number] {
  const { id, name, description, startsAt, endsAt, venue, website, isFree } = event;
  return {
    id,
    name,
    description,
    startsAt,
    endsAt,
    venue,
    website,
    isFree,
    category: event.category && event.category.name,
    when: times.formatRange(new Date(startsAt), new Date(endsAt)),
    isRecurring: event.recurrence !== null,
    address: addressLine(event.address),
    business: event.business && businessRef(event.business, origin),
    page: `${origin.PUBLIC_URL}/events/${event.slug}`,
  };
}

export function toDeal(deal: DealDto, origin: Origin): ToolOutput<'list_deals'>['deals'][number] {
  const { id, title, description, terms, code, website } = deal;
  return {
    id,
    title,
    description,
    terms,
    code,
    website,
    business: businessRef(deal.business, origin),
    until: deal.endsAt && days.format(lastMoment(deal.endsAt)),
    page: `${origin.PUBLIC_URL}/deals/${deal.slug}`,
  };
}

function businessRef({ id, name, slug }: DealDto['business'], { PUBLIC_URL }: Origin) {
  return { id, name, page: `${PUBLIC_URL}/b/${slug}` };
}

function addressLine({ street, unit, city, state, postalCode }: BusinessDto['address']) {
  if (!street && !city && !postalCode) return null;
  const region = [state, postalCode].filter(Boolean).join(' ');
  return [street, unit, city, region].filter(Boolean).join(', ');
}

/** Returns a line for each known attribute, such as "Wi-Fi: yes". */
function attributesOf({ attributes }: Pick<BusinessDto, 'attributes'>): string[] {
  return ATTRIBUTE_NAMES.filter((name) => attributes[name] !== null).map(
    (name) => `${ATTRIBUTE_DECLARATIONS[name].label}: ${attributeText(attributes[name])}`,
  );
}

/** Returns a line for each day, such as "Monday: 9:00 AM – 5:00 PM", or none if they are unknown. */
function weeklyHours({ hours }: Pick<BusinessDto, 'hours'>): string[] {
  if (hours.length === 0) return [];
  return DAYS.map((day) => {
    const name = day[0]!.toUpperCase() + day.slice(1);
    return `${name}: ${timesOf(hours.filter((each) => each.day === day))}`;
  });
}

/** Returns a line for each of the next dates, such as "2026-12-24 (Christmas Eve): closed". */
function specialHours({ specialHours: days }: BusinessDto, now: Date): string[] {
  const today = localDate(now);
  return days
    .filter(({ date }) => date >= today)
    .slice(0, MAX_DATES)
    .map(({ date, hours, name }) => {
      const day = name === null ? date : `${date} (${name})`;
      return `${day}: ${timesOf(hours)}`;
    });
}

function timesOf(periods: readonly Period[]): string {
  return mergePeriods(periods).map(period).join(', ') || 'closed';
}

function period({ opens, closes }: Period): string {
  if (opens === closes) return opens === '00:00' ? '24 hours' : `24 hours from ${clockTime(opens)}`;
  const isNextDay = minuteOfDay(closes) < minuteOfDay(opens) && closes !== '00:00';
  return `${clockTime(opens)} – ${clockTime(closes)}${isNextDay ? ' (next day)' : ''}`;
}

function clockTime(time: string): string {
  const minutes = minuteOfDay(time);
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
}
