import { type Day, DAYS } from '#libs/directory-index/src/opening-hours.js';

/**
 * Times at which a business must be open: now, at some point before midnight, after 10 PM, at some
 * point of the weekend, or of the next such weekday.
 */
export const OPENINGS = ['now', 'today', 'late', 'weekend', ...DAYS] as const;
export type Opening = (typeof OPENINGS)[number];

export function isWeekday(opening: Opening): opening is Day {
  return (DAYS as readonly string[]).includes(opening);
}

export function isToday(opening: Opening): boolean {
  return opening !== 'weekend' && !isWeekday(opening);
}
