import { LRUCache } from 'lru-cache';

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

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6];
const MILLISECONDS_PER_DAY = 86_400_000;
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
  const year = new Date(day * MILLISECONDS_PER_DAY).getUTCFullYear();
  let holidays = years.get(year);
  if (!holidays) years.set(year, (holidays = holidaysOf(year)));
  return holidays.get(day);
}

function holidaysOf(year: number): ReadonlyMap<number, Holiday> {
  const fixed: [Holiday, number][] = [
    ['newYear', dayOf(year, 1, 1)],
    ['juneteenth', dayOf(year, 6, 19)],
    ['independence', dayOf(year, 7, 4)],
    ['veterans', dayOf(year, 11, 11)],
    ['christmas', dayOf(year, 12, 25)],
    // January 1 of the next year may be observed in this one.
    ['newYear', dayOf(year + 1, 1, 1)],
  ];
  const moving: [Holiday, number][] = [
    ['martinLutherKing', nth(3, MONDAY, dayOf(year, 1, 1))],
    ['presidents', nth(3, MONDAY, dayOf(year, 2, 1))],
    ['memorial', nth(1, MONDAY, dayOf(year, 5, 25))],
    ['labor', nth(1, MONDAY, dayOf(year, 9, 1))],
    ['indigenousPeoples', nth(2, MONDAY, dayOf(year, 10, 1))],
    ['thanksgiving', nth(4, THURSDAY, dayOf(year, 11, 1))],
  ];
  const observed = fixed.map(([holiday, day]) => [day + substituteAfter(day), holiday] as const);
  const actual = [...fixed, ...moving].map(([holiday, day]) => [day, holiday] as const);
  return new Map([...observed, ...actual]);
}

function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / MILLISECONDS_PER_DAY;
}

function weekdayOf(day: number): number {
  return new Date(day * MILLISECONDS_PER_DAY).getUTCDay();
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
