import type { CalendarNames, Language, NameLength } from '../texts/language.js';

/**
 * Formats by language and options, of which the code uses few. Creating one takes as long as using
 * it a hundred times.
 */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  return known(dateFormats, key, () => new Intl.DateTimeFormat(locale, options));
}

export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  return known(numberFormats, key, () => new Intl.NumberFormat(locale, options));
}

function known<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

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
