import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '#libs/database/src/database.js';
import type { SpecialHours } from '#libs/directory-index/src/opening-hours.js';
import { MAX_DAYS, MAX_DURATION } from '#libs/events/src/recurrence/schedule.js';
import { cleanCity } from '#libs/imports/src/cleaning/address.js';
import { cleanOpeningHours } from '#libs/imports/src/cleaning/opening-hours.js';
import { isObject } from '#libs/text/src/json.js';
import { readPhoneNumber } from '#libs/text/src/phone-number.js';
import { addDays, type LocalDate, localDate, startOfDay } from '#libs/geography/src/local-date.js';
import { fromWallTime } from '#libs/geography/src/local-time.js';
import { invalidBody } from '#libs/http/src/errors/api-error.js';
import type { DealInput, EventInput, MissingInput, ReportInput } from './suggestion-input.dto.js';
import type { FieldDifferenceDto } from './suggestion.dto.js';

/**
 * Converts a report to the change that an admin would send, or returns undefined if only a person
 * can. The change is not validated until an admin accepts it; the admin can send a different one.
 */
export function changeOf(
  { about, correction }: ReportInput,
  business: { specialHours: readonly SpecialHours[] },
  today: LocalDate,
): Prisma.InputJsonObject | undefined {
  switch (about) {
    case 'phone':
      return { phone: phoneOf(correction) };
    case 'name':
    case 'website':
    case 'email':
      return { [about]: correction };
    case 'city':
      return { address: { city: cleanCity(correction).value } };
    case 'street':
    case 'postalCode':
      return { address: { [about]: correction } };
    case 'hours':
      return hoursIn(correction, business.specialHours, today);
    case 'closed':
    case 'open':
      return { status: about };
    default:
      return undefined;
  }
}

/** Converts a missing business to the record that an admin would add. */
export function additionOf(input: MissingInput): Prisma.InputJsonObject {
  const { name, city, street, postalCode, phone, website } = input;
  return {
    name,
    address: {
      city: cleanCity(city).value,
      ...(street && { street }),
      ...(postalCode && { postalCode }),
    },
    ...(phone && { phone: phoneOf(phone) }),
    ...(website && { website }),
  };
}

/** Maximum duration in milliseconds of an event past midnight whose last day is not given. */
const LONGEST_NIGHT = 12 * 3_600_000;

/**
 * Converts a suggested event to the event that an admin would add.
 *
 * @throws ApiError `invalid_body` if it ends before it starts, is over, lasts too long, or would last
 *   until late the next day
 */
export function eventOf(input: EventInput, now: Date): Prisma.InputJsonObject {
  const { name, description, startsOn, venue, street, city, website } = input;
  const isPastMidnight = !input.endsOn && input.endsAt <= input.startsAt;
  const endsOn = input.endsOn ?? (isPastMidnight ? addDays(startsOn, 1) : startsOn);
  const startsAt = instantOf(startsOn, input.startsAt);
  const endsAt = instantOf(endsOn, input.endsAt);
  if (isPastMidnight && endsAt.getTime() - startsAt.getTime() > LONGEST_NIGHT) {
    throw invalidBody('endsAt', 'The event would last more than 12 hours. Send its last day too.');
  }
  if (endsAt <= startsAt) throw invalidBody('endsOn', 'The event ends before it starts.');
  if (endsAt.getTime() - startsAt.getTime() > MAX_DURATION) {
    throw invalidBody('endsOn', `An event lasts at most ${MAX_DAYS} days.`);
  }
  if (endsAt <= now) throw invalidBody(input.endsOn ? 'endsOn' : 'startsOn', 'The event is over.');
  return {
    name,
    description,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(venue && { venue }),
    address: { city: cleanCity(city).value, ...(street && { street }) },
    ...(website && { website }),
  };
}

/**
 * Converts a suggested deal to the deal that an admin would add.
 *
 * @throws ApiError as `eventOf` does
 */
export function dealOf(input: DealInput, now: Date): Prisma.InputJsonObject {
  const { business, title, description, code, terms, endsOn, website } = input;
  const startsOn = input.startsOn ?? localDate(now);
  const endsAt = endsOn && startOfDay(addDays(endsOn, 1));
  if (endsOn && endsOn < startsOn) throw invalidBody('endsOn', 'The deal ends before it starts.');
  if (endsAt && endsAt <= now) throw invalidBody('endsOn', 'The deal is over.');
  return {
    business,
    title,
    description,
    startsAt: startOfDay(startsOn).toISOString(),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    ...(code && { code }),
    ...(terms && { terms }),
    ...(website && { website }),
  };
}

function instantOf(date: string, time: string): Date {
  return fromWallTime(new Date(`${date}T${time}:00Z`));
}

/**
 * Parses opening hours. Special hours that the business has on other days are kept. Returns
 * undefined if the hours are written in words.
 */
function hoursIn(
  text: string,
  known: readonly SpecialHours[],
  today: LocalDate,
): Prisma.InputJsonObject | undefined {
  const found = cleanOpeningHours(text.trim(), today);
  if (!found) return undefined;
  const { hours, specialHours } = found;
  const byDate = new Map([...known, ...specialHours].map((day) => [day.date, day]));
  const change = {
    ...(hours.length > 0 && { hours }),
    ...(specialHours.length > 0 && { specialHours: [...byDate.values()] }),
  };
  return Object.keys(change).length > 0 ? (change as unknown as Prisma.InputJsonObject) : undefined;
}

/** Converts a phone number to E.164. Returns any other text unchanged, for the admin to correct. */
function phoneOf(text: string): string {
  return readPhoneNumber(text)?.value ?? text;
}

/**
 * Lists the fields of a record that a change would alter. Parts of an address are listed one by
 * one.
 */
export function differenceOf(change: object, record: object = {}): FieldDifferenceDto[] {
  return Object.entries(change as Record<string, unknown>).flatMap(([field, proposed]) => {
    const present: unknown = record[field as keyof typeof record] ?? null;
    if (!isObject(proposed)) {
      return isDeepStrictEqual(present, proposed) ? [] : [{ field, present, proposed }];
    }
    return differenceOf(proposed, isObject(present) ? present : {}).map((inner) => ({
      ...inner,
      field: `${field}.${inner.field}`,
    }));
  });
}
