import type { Window } from '#libs/events/src/recurrence/expand.js';
import { addDays, type LocalDate, startOfDay } from '#libs/geography/src/local-date.js';

/** A month in Minnesota, such as "2026-03". */
export type Month = string;

/** Stretches of days that the calendar offers first. */
export const STRETCHES = ['today', 'weekend', 'week'] as const;
export type Stretch = (typeof STRETCHES)[number];

const DAYS_OF_WEEK = 7;
/** Number of weeks in the calendar that begins today. */
const WEEKS_AHEAD = 5;

export function monthOf(date: LocalDate): Month {
  return date.slice(0, 7);
}

/** @param months number of months to add, negative for earlier months */
export function addMonths(month: Month, months: number): Month {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** Returns the window from the first date's midnight to the midnight after the last. */
export function windowOf(dates: readonly LocalDate[]): Window {
  return { from: startOfDay(dates[0]!), to: startOfDay(addDays(dates.at(-1)!, 1)) };
}

/** Returns the days of a stretch that are not over. Weeks end on Sunday, to include the weekend. */
export function daysOfStretch(stretch: Stretch, today: LocalDate): LocalDate[] {
  const sunday = addDays(today, (DAYS_OF_WEEK - weekdayOf(today)) % DAYS_OF_WEEK);
  const saturday = addDays(sunday, -1);
  const { first, last } = {
    today: { first: today, last: today },
    weekend: { first: today > saturday ? today : saturday, last: sunday },
    week: { first: today, last: sunday },
  }[stretch];
  return daysBetween(first, addDays(last, 1));
}

/** Returns today and the days that follow in this week of the calendar and the next four. */
export function comingDays(today: LocalDate): LocalDate[] {
  return daysBetween(today, addDays(today, WEEKS_AHEAD * DAYS_OF_WEEK - weekdayOf(today)));
}

/** Reports whether one window lies within another. */
export function isWithin(window: Window, bounds: Window): boolean {
  return window.from >= bounds.from && window.to <= bounds.to;
}

export function daysOf(month: Month): LocalDate[] {
  return daysBetween(firstOf(month), firstOf(addMonths(month, 1)));
}

/**
 * Arranges consecutive days in the weeks of a printed calendar, from Sunday to Saturday, with gaps
 * before the first day and after the last.
 */
export function weeksOf<Day extends { date: LocalDate }>(
  days: readonly Day[],
): (Day | undefined)[][] {
  const weeks: (Day | undefined)[][] = [];
  for (let start = -weekdayOf(days[0]!.date); start < days.length; start += DAYS_OF_WEEK) {
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, day) => days[start + day]));
  }
  return weeks;
}

function firstOf(month: Month): LocalDate {
  return `${month}-01`;
}

/** Returns the weekday from 0 for Sunday. */
function weekdayOf(date: LocalDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

function daysBetween(first: LocalDate, next: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let date = first; date < next; date = addDays(date, 1)) days.push(date);
  return days;
}
