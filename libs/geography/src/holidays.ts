import { LRUCache } from 'lru-cache';
import type { LocalDate } from './local-date.js';
import { DAY_MS } from './local-time.js';

export type Holiday =
  | 'newYear'
  | 'martinLutherKing'
  | 'presidents'
  | 'memorial'
  | 'juneteenth'
  | 'independence'
  | 'labor'
  | 'indigenousPeoples'
  | 'veterans'
  | 'thanksgiving'
  | 'christmas';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const YEARS = 100;

/** Holidays by days since January 1, 1970. Each entry is a year. */
const years = new LRUCache<number, ReadonlyMap<number, Holiday>>({ max: YEARS });

/**
 * Returns the public holiday on a day in Minnesota (Minnesota Statutes, section 645.44,
 * subdivision 5). A holiday of a fixed date that falls on a Saturday or Sunday is also one on the
 * Friday before or the Monday after.
 *
 * @param day days since January 1, 1970
 */
export function holidayOn(day: number): Holiday | undefined {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  let holidays = years.get(year);
  if (!holidays) years.set(year, (holidays = holidaysOf(year)));
  return holidays.get(day);
}

/** Returns the dates of the holidays in a year, without the days on which they are also observed. */
export function holidayDates(year: number): LocalDate[] {
  return holidaysIn(year).map(([, day]) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}

function holidaysOf(year: number): ReadonlyMap<number, Holiday> {
  // January 1 of the next year may be observed in this one.
  const all = [...holidaysIn(year), ['newYear', dayOf(year + 1, 1, 1)] as const];
  const observed = all.map(([holiday, day]) => [day + substituteAfter(day), holiday] as const);
  return new Map([...observed, ...all.map(([holiday, day]) => [day, holiday] as const)]);
}

function holidaysIn(year: number): (readonly [Holiday, number])[] {
  return [
    ['newYear', dayOf(year, 1, 1)],
    ['martinLutherKing', nth(3, MONDAY, dayOf(year, 1, 1))],
    ['presidents', nth(3, MONDAY, dayOf(year, 2, 1))],
    ['memorial', nth(1, MONDAY, dayOf(year, 5, 25))],
    ['juneteenth', dayOf(year, 6, 19)],
    ['independence', dayOf(year, 7, 4)],
    ['labor', nth(1, MONDAY, dayOf(year, 9, 1))],
    ['indigenousPeoples', nth(2, MONDAY, dayOf(year, 10, 1))],
    ['veterans', dayOf(year, 11, 11)],
    ['thanksgiving', nth(4, THURSDAY, dayOf(year, 11, 1))],
    ['christmas', dayOf(year, 12, 25)],
  ];
}

function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

function weekdayOf(day: number): number {
  return new Date(day * DAY_MS).getUTCDay();
}

/** Returns the nth such weekday from a day on. */
function nth(count: number, weekday: number, from: number): number {
  return from + ((weekday - weekdayOf(from) + 7) % 7) + 7 * (count - 1);
}

/** Returns the days from a holiday to the day on which it is also observed. */
function substituteAfter(day: number): number {
  const weekday = weekdayOf(day);
  return weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0;
}
