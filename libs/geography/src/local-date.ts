import { DAY_MS, fromWallTime, toWallTime } from './local-time.js';

/** A day in Minnesota, such as "2026-03-08". */
export type LocalDate = string;

export function localDate(instant: Date): LocalDate {
  return dateOf(toWallTime(instant));
}

/** Returns the days from January 1, 1970, to a date. */
export function dayNumber(date: LocalDate): number {
  return Date.parse(date) / DAY_MS;
}

/** Returns the day's midnight. Days last 23 to 25 hours. */
export function startOfDay(date: LocalDate): Date {
  return fromWallTime(new Date(`${date}T00:00:00Z`));
}

/** @param days number of days to add, negative for earlier days */
export function addDays(date: LocalDate, days: number): LocalDate {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return dateOf(day);
}

/** Returns the time at which "today" on a page becomes outdated. */
export function endOfToday(now: Date): Date {
  return startOfDay(addDays(localDate(now), 1));
}

function dateOf(wall: Date): LocalDate {
  return wall.toISOString().slice(0, 10);
}
