import type { Region } from '#libs/directory-index/src/regions.js';
import type { Point } from '#libs/geography/src/distance.js';
import { DAY_MS } from '#libs/geography/src/local-time.js';
import { presentMinute } from '#libs/config/src/clock.js';
import { type ApiError, invalidParameter } from '#libs/http/src/errors/api-error.js';
import { horizonAt } from '../occurrences/horizon.js';
import type { Window } from '../recurrence/expand.js';
import type { EventFilterQuery } from './list-events.query.js';

const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;

/** Criteria of a list, with defaults filled in and relative times resolved. */
export interface EventCriteria extends Window {
  /** Slugs, once the filters have been resolved. */
  city?: string[];
  county?: string[];
  /** Slugs and ZIP codes of places, any of which matches. */
  within?: Pick<Region, 'cities' | 'counties' | 'postalCodes'>;
  category?: string[];
  /** Id of the only event to return. */
  event?: string;
  /** Ids of the businesses that host the events. */
  business?: string[];
  near?: Point & { radius: number };
  /** Only events with free admission. */
  isFree?: boolean;
}

/**
 * @throws ApiError `invalid_parameter` if the parameters contradict each other or exceed the
 * horizon
 */
export function toEventCriteria(query: EventFilterQuery, now: Date): EventCriteria {
  const { latitude, longitude, radius, city, category } = query;
  const horizon = horizonAt(now);
  const from = query.from ?? presentMinute(now).start;
  if (from < horizon.from || from >= horizon.to) throw beyond('from', horizon);
  const to = query.to ?? earlier(new Date(from.getTime() + DEFAULT_DAYS * DAY_MS), horizon.to);
  if (to > horizon.to) throw beyond('to', horizon);
  if (to <= from) throw invalidParameter('to', 'to must be later than from.');
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw invalidParameter('to', `to must be at most ${MAX_DAYS} days later than from.`);
  }
  const near = { latitude, longitude, radius };
  const missing = Object.entries(near).flatMap(([name, value]) =>
    value === undefined ? name : [],
  );
  if (missing.length === 1 || missing.length === 2) {
    throw invalidParameter(missing[0]!, 'latitude, longitude and radius must be given together.');
  }
  return {
    from,
    to,
    city,
    category,
    ...(missing.length === 0 && { near: near as EventCriteria['near'] }),
  };
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function beyond(field: string, { from, to }: Window): ApiError {
  const range = [from, to].map((time) => time.toISOString().replace('.000', '')).join(' to ');
  return invalidParameter(field, `${field} is out of range: events are available from ${range}.`);
}
