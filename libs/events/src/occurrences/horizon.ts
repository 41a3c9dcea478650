import type { Window } from '../recurrence/expand.js';

const DAY = 86_400_000;
const DAYS_BACK = 366;
const DAYS_AHEAD = 732;
/** What a process whose clock differs, or a few weeks without any process, cannot use up. */
const RESERVE_DAYS = 31;

/** The time of which events are listed: a year back to two years ahead, by days of UTC. */
export function horizonAt(now: Date): Window {
  return around(now, DAYS_BACK, DAYS_AHEAD);
}

/** The time whose occurrences are stored at least. */
export function reserveAt(now: Date): Window {
  return around(now, DAYS_BACK + RESERVE_DAYS, DAYS_AHEAD + RESERVE_DAYS);
}

/** The time to expand a rule over: it is enough until the reserve is reached, a month later. */
export function expansionAt(now: Date): Window {
  return around(now, DAYS_BACK + RESERVE_DAYS, DAYS_AHEAD + 2 * RESERVE_DAYS);
}

/** When the horizon moves on. */
export function endOfDay(now: Date): Date {
  return new Date(startOfDay(now) + DAY);
}

function around(now: Date, back: number, ahead: number): Window {
  const today = startOfDay(now);
  return { from: new Date(today - back * DAY), to: new Date(today + ahead * DAY) };
}

function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / DAY) * DAY;
}
