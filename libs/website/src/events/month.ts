import type { Window } from '#libs/events/src/recurrence/expand.js';
import { addDays, type LocalDate, startOfDay } from '../pages/local-date.js';

/** A month of Minnesota's calendar, such as "2026-03". */
export type Month = string;

const DAYS_OF_WEEK = 7;

export function monthOf(date: LocalDate): Month {
  return date.slice(0, 7);
}

/** @param months fewer than none for earlier ones */
export function addMonths(month: Month, months: number): Month {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** From its first midnight to that of the next one. */
export function windowOfMonth(month: Month): Window {
  return { from: startOfDay(firstOf(month)), to: startOfDay(firstOf(addMonths(month, 1))) };
}

export function windowOfDay(date: LocalDate): Window {
  return { from: startOfDay(date), to: startOfDay(addDays(date, 1)) };
}

/** Whether all of a time is within another. */
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

/** As a calendar prints it: from Sunday to Saturday, without a date before its first and after its last. */
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
