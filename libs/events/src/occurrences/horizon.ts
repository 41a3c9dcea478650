import { DAY_MS } from '#libs/geography/src/local-time.js';
import type { Window } from '../recurrence/expand.js';

const DAYS_BACK = 366;
const DAYS_AHEAD = 732;
/** Margin for clock differences between processes and for a few weeks without a running process. */
const RESERVE_DAYS = 31;

/** Time range in which events are listed: a year back to two years ahead, in UTC days. */
export function horizonAt(now: Date): Window {
  return around(now, DAYS_BACK, DAYS_AHEAD);
}

/** Minimum time range for which occurrences are stored. */
export function reserveAt(now: Date): Window {
  return around(now, DAYS_BACK + RESERVE_DAYS, DAYS_AHEAD + RESERVE_DAYS);
}

/** Time range to expand a rule over. It covers the reserve for another month. */
export function expansionAt(now: Date): Window {
  return around(now, DAYS_BACK + RESERVE_DAYS, DAYS_AHEAD + 2 * RESERVE_DAYS);
}

/** Time at which the horizon moves. */
export function endOfDay(now: Date): Date {
  return new Date(startOfDay(now) + DAY_MS);
}

function around(now: Date, back: number, ahead: number): Window {
  const today = startOfDay(now);
  return { from: new Date(today - back * DAY_MS), to: new Date(today + ahead * DAY_MS) };
}

function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) * DAY_MS;
}
