import type { Window } from '#libs/events/src/recurrence/expand.js';
import { addDays, type LocalDate, startOfDay } from '#libs/geography/src/local-date.js';

/** A month in Minnesota, such as "2026-03". */
export type Month = string;

/** Stretches of days that the calendar offers first. */
export const STRETCHES = ['today', 'weekend', 'week'] as const;
export type Stretch = (typeof STRETCHES)[number];

const DAYS_OF_WEEK = 7;

export function monthOf(date: LocalDate): Month {
  return date.slice(0, 7);
}

/** @param months number of months to add, negative for earlier months */
export function addMonths(month: Month, months: number): Month {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** Returns the window from the month's first midnight to the next month's. */
export function windowOfMonth(month: Month): Window {
  return { from: startOfDay(firstOf(month)), to: startOfDay(firstOf(addMonths(month, 1))) };
}

export function windowOfDay(date: LocalDate): Window {
  return { from: startOfDay(date), to: startOfDay(addDays(date, 1)) };
}

/** Returns the window of a stretch of days. Weeks end on Sunday, so they include the weekend. */
export function windowOfStretch(stretch: Stretch, today: LocalDate): Window {
  const untilSunday = (DAYS_OF_WEEK - new Date(`${today}T00:00:00Z`).getUTCDay()) % DAYS_OF_WEEK;
  const sunday = addDays(today, untilSunday);
  const saturday = addDays(sunday, -1);
  const { first, last } = {
    today: { first: today, last: today },
    weekend: { first: today > saturday ? today : saturday, last: sunday },
    week: { first: today, last: sunday },
  }[stretch];
  return { from: startOfDay(first), to: startOfDay(addDays(last, 1)) };
}

/** Reports whether one window lies within another. */
export function isWithin(window: Window, bounds: Window): boolean {
  return window.from >= bounds.from && window.to <= bounds.to;
}

export function daysOf(month: Month): LocalDate[] {
  const first = firstOf(month);
  const next = firstOf(addMonths(month, 1));
  const days: LocalDate[] = [];
  for (let date = first; date < next; date = addDays(date, 1)) days.push(date);
  return days;
}

/**
 * Returns the weeks of a printed calendar, from Sunday to Saturday, with gaps before the first day
 * and after the last.
 */
export function weeksOf(month: Month): (LocalDate | undefined)[][] {
  const days = daysOf(month);
  const before = new Date(`${days[0]}T00:00:00Z`).getUTCDay();
  const weeks: (LocalDate | undefined)[][] = [];
  for (let start = -before; start < days.length; start += DAYS_OF_WEEK) {
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, day) => days[start + day]));
  }
  return weeks;
}

function firstOf(month: Month): LocalDate {
  return `${month}-01`;
}
