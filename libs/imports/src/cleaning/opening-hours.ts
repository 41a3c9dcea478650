import { LRUCache } from 'lru-cache';
import type { Period, SpecialHours } from '#libs/directory-index/src/opening-hours.js';
import { holidayDates } from '#libs/geography/src/holidays.js';
import type { LocalDate } from '#libs/geography/src/local-date.js';
import { cleanDate, MONTHS } from './date.js';
import { cleanPeriods, cleanWeek, type OpeningHours } from './hours.js';

const DAY = `(?:${MONTHS.join('|')})\\s+\\d{1,2}`;
const SELECTOR = `(?:ph|(?:\\d{4}\\s+)?${DAY})`;
/** `2026 Nov 26 off`, or `PH,Dec 24,Dec 31 10:00-14:00` for every year. */
const DATED = new RegExp(
  `^(?=.*${DAY})(${SELECTOR}(?:\\s*,\\s*${SELECTOR})*)\\s+((?:off|closed|\\d).*)$`,
  'i',
);

type Hours = { hours: OpeningHours[]; specialHours: SpecialHours[] } | null;

/** Cleaned hours by day and source spelling. Many businesses keep the same hours. */
const readHours = new LRUCache<string, { hours: Hours }>({ max: 1_000 });

/**
 * Reads weekly hours, and OpenStreetMap's rules for public holidays and single dates. Rules that
 * return every year become special hours of the year of `today` and the next one. A later import
 * replaces them with those of its own years.
 *
 * @returns null if a part is unreadable
 * @see https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
 */
export function cleanOpeningHours(text: string, today: LocalDate): Hours {
  const key = `${today} ${text}`;
  let known = readHours.get(key);
  if (!known) readHours.set(key, (known = { hours: readOpeningHours(text, today) }));
  return known.hours;
}

function readOpeningHours(text: string, today: LocalDate): Hours {
  const year = Number(today.slice(0, 4));
  const years = [year, year + 1];
  const holidays = years.flatMap(holidayDates);
  const byDate = new Map<LocalDate, readonly Period[]>();
  const rules = text.split(';').map((rule) => ({ rule, dated: DATED.exec(rule.trim()) }));
  const weekly = rules.filter(({ dated }) => !dated).map(({ rule }) => rule);
  const week = weekly.some((rule) => rule.trim()) ? cleanWeek(weekly.join(';')) : { hours: [] };
  if (!week) return null;
  if (week.onHolidays) for (const date of holidays) byDate.set(date, week.onHolidays);
  for (const { dated } of rules) {
    if (!dated) continue;
    const periods = cleanPeriods(dated[2]!);
    if (!periods) return null;
    for (const selector of dated[1]!.split(',').map((each) => each.trim())) {
      const dates = /^ph$/i.test(selector) ? holidays : datesOf(selector, years);
      for (const date of dates) byDate.set(date, periods);
    }
  }
  const specialHours = Array.from(byDate, ([date, hours]) => {
    return { date, closed: hours.length === 0, hours: [...hours], name: null };
  });
  return { hours: week.hours, specialHours };
}

/** Returns the date of `2026 Nov 26`, or those of `Nov 26` in the given years. */
function datesOf(selector: string, years: readonly number[]): LocalDate[] {
  const [, stated, day] = /^(?:(\d{4})\s+)?(.+)$/.exec(selector)!;
  const dates = (stated ? [stated] : years).map((year) => cleanDate(`${day}, ${year}`));
  return dates.filter((date) => date !== null);
}
