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
  month: inBothLengths((length) =>
    Array.from({ length: 12 }, (_, month) =>
      new Date(Date.UTC(2024, month)).toLocaleDateString('en-US', {
        month: length,
        timeZone: 'UTC',
      }),
    ),
  ),
  weekday: inBothLengths((length) =>
    Array.from({ length: 7 }, (_, day) =>
      new Date(Date.UTC(2024, 0, 1 + day)).toLocaleDateString('en-US', {
        weekday: length,
        timeZone: 'UTC',
      }),
    ),
  ),
};

function inBothLengths<T>(make: (length: NameLength) => T): Record<NameLength, T> {
  return { long: make('long'), short: make('short') };
}
