import { fromWallTime, toWallTime } from '#libs/geography/src/local-time.js';

/** A day of Minnesota's calendar, such as "2026-03-08". */
export type LocalDate = string;

export function localDate(instant: Date): LocalDate {
  return dateOf(toWallTime(instant));
}

/** Its midnight: days are 23 to 25 hours long. */
export function startOfDay(date: LocalDate): Date {
  return fromWallTime(new Date(`${date}T00:00:00Z`));
}

/** @param days fewer than none for earlier ones */
export function addDays(date: LocalDate, days: number): LocalDate {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return dateOf(day);
}

/** When what a page says of "today" is true no more. */
export function endOfToday(now: Date): Date {
  return startOfDay(addDays(localDate(now), 1));
}

function dateOf(wall: Date): LocalDate {
  return wall.toISOString().slice(0, 10);
}
