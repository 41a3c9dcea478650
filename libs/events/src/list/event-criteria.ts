import type { Point } from '#libs/businesses/src/list/business-criteria.js';
import { presentMinute } from '#libs/directory/src/present.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { EventFilterQuery } from './list-events.query.js';

const DAY = 86_400_000;
const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;

/** What to list, with every default filled in and nothing that depends on the time left open. */
export interface EventCriteria {
  from: Date;
  to: Date;
  city?: string[];
  category?: string[];
  near?: Point & { radius: number };
}

/** @throws ApiError `invalid_parameter` when the parameters contradict each other */
export function toEventCriteria(query: EventFilterQuery, now: Date): EventCriteria {
  const { latitude, longitude, radius, city, category } = query;
  const from = query.from ?? presentMinute(now).start;
  const to = query.to ?? new Date(from.getTime() + DEFAULT_DAYS * DAY);
  if (to <= from) throw contradiction('to', 'to must be later than from.');
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY) {
    throw contradiction('to', `to must be at most ${MAX_DAYS} days later than from.`);
  }
  const near = { latitude, longitude, radius };
  const missing = Object.entries(near).flatMap(([name, value]) =>
    value === undefined ? name : [],
  );
  if (missing.length === 1 || missing.length === 2) {
    const message = 'latitude, longitude and radius go together.';
    throw contradiction(missing[0]!, message);
  }
  return {
    ...{ from, to, city, category },
    ...(missing.length === 0 && { near: near as EventCriteria['near'] }),
  };
}

function contradiction(field: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { details: [{ field, message }] });
}
