export const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
  'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const TIME = '(?:[T ].*)?';

/** Date notations, with the groups for year, month and day. */
const NOTATIONS: readonly [notation: RegExp, year: number, month: number, day?: number][] = [
  [new RegExp(`^(\\d{4})(?:[-/](\\d{1,2})(?:[-/](\\d{1,2})${TIME})?)?$`), 1, 2, 3],
  [/^(\d{4})(\d{2})(\d{2})$/, 1, 2, 3],
  [new RegExp(`^(\\d{4}) ${MONTH} (\\d{1,2})$`, 'i'), 1, 2, 3],
  [new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{4}|\\d{2})${TIME}$`), 3, 1, 2],
  [new RegExp(`^(\\d{1,2})-(\\d{1,2})-(\\d{4})${TIME}$`), 3, 1, 2],
  [/^(\d{1,2})\/(\d{4})$/, 2, 1],
  [new RegExp(`^${MONTH} (?:(\\d{1,2})(?:st|nd|rd|th)?,? )?(\\d{4})$`, 'i'), 3, 1, 2],
  [new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[- ]${MONTH}[- ,]+(\\d{4}|\\d{2})$`, 'i'), 3, 2, 1],
];

/** Range of spreadsheet day numbers, 1950 to 2050, and their epoch. */
const FIRST_SERIAL = 18_264;
const LAST_SERIAL = 54_789;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
/** Range of plausible founding years. */
const FIRST_YEAR = 1600;
const LAST_YEAR = 2100;

/**
 * Returns a calendar date as YYYY-MM-DD; for a year or month, its first day. Null if the text
 * isn't a plausible founding date.
 */
export function cleanDate(text: string): string | null {
  const serial = /^\d{5}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0;
  if (serial >= FIRST_SERIAL && serial <= LAST_SERIAL) {
    return new Date(SERIAL_EPOCH + serial * 86_400_000).toISOString().slice(0, 10);
  }
  for (const [notation, year, month, day] of NOTATIONS) {
    const found = notation.exec(text);
    if (found) return dateOf(found[year]!, found[month], day === undefined ? day : found[day]);
  }
  return null;
}

function dateOf(year: string, month = '', day = ''): string | null {
  const y = year.length === 2 ? Number(year) + (Number(year) < 30 ? 2000 : 1900) : Number(year);
  const m = monthNumber(month || '1');
  const d = Number(day || '1');
  // The month can't exceed 12, so such a date has the day first.
  const [first, second] = m > 12 && day && d <= 12 ? [d, m] : [m, d];
  const instant = new Date(Date.UTC(y, first - 1, second));
  const isDate = instant.getUTCMonth() === first - 1 && instant.getUTCDate() === second;
  return isDate && y >= FIRST_YEAR && y <= LAST_YEAR ? instant.toISOString().slice(0, 10) : null;
}

function monthNumber(text: string): number {
  const named = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return named < 0 ? Number(text) : named + 1;
}
