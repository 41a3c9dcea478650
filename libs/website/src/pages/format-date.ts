import type { CalendarNames, Language, NameLength } from '../texts/language.js';
import { dateFormat } from './intl-formats.js';

type Writer = Pick<Language, 'locale' | 'calendar'>;

/**
 * Formats an instant, or a range of two, like `Intl`, but uses the language's own names if it has
 * them.
 */
export function formatDate(
  { locale, calendar }: Writer,
  options: Intl.DateTimeFormatOptions,
  ...[from, to]: [from: Date, to?: Date]
): string {
  const format = dateFormat(locale, options);
  if (!calendar) return to ? format.formatRange(from, to) : format.format(from);
  const parts = to ? format.formatRangeToParts(from, to) : format.formatToParts(from);
  return parts
    .map(({ type, value }) =>
      type === 'month' || type === 'weekday'
        ? nameIn(calendar, type, options[type] as NameLength, value)
        : value,
    )
    .join('');
}

/** @param value English name */
function nameIn(
  calendar: CalendarNames,
  part: keyof CalendarNames,
  length: NameLength,
  value: string,
): string {
  return calendar[part][length][ENGLISH[part][length].indexOf(value)]!;
}

/** Names that `Intl` writes in English. January 1, 2024 was a Monday. */
const ENGLISH: CalendarNames = {
  month: namesOf('month', 12, (month) => Date.UTC(2024, month)),
  weekday: namesOf('weekday', 7, (day) => Date.UTC(2024, 0, 1 + day)),
};

function namesOf(
  part: keyof CalendarNames,
  count: number,
  timeOf: (index: number) => number,
): Record<NameLength, string[]> {
  const inLength = (length: NameLength) => {
    const format = dateFormat('en-US', { [part]: length, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, index) => format.format(timeOf(index)));
  };
  return { long: inLength('long'), short: inLength('short') };
}
