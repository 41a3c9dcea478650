import { applyDecorators } from '@nestjs/common';
import type { ValidationOptions } from 'class-validator';
import { FromText } from '#libs/text/src/from-text.js';
import { Satisfies } from '#libs/text/src/satisfies.js';

const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Maximum length of an instant in characters, with nanoseconds. */
export const MAX_INSTANT_LENGTH = '2026-07-04T12:00:00.123456789+00:00'.length;

/**
 * Declares an instant (RFC 3339), parsed into a Date.
 *
 * @param alternatives words that are also allowed and left unchanged
 */
export function InstantParameter(...alternatives: string[]) {
  return applyDecorators(
    FromText((text) => parseInstant(text) ?? text),
    Satisfies((value: unknown) => value instanceof Date || alternatives.includes(value as string), {
      message:
        `$property must be ${alternatives.map((word) => `"${word}" or `).join('')}` +
        'an instant such as 2026-07-04T12:00:00Z or 2026-07-04T07:00:00-05:00.',
    }),
  );
}

/** Validates an instant but keeps it as text. For lists. */
export function IsInstant(options: ValidationOptions) {
  return Satisfies(
    (value: unknown) => typeof value === 'string' && parseInstant(value) !== undefined,
    options,
  );
}

/** Validates a calendar date, `YYYY-MM-DD`. */
export function RealDate() {
  return Satisfies(
    (value: unknown) =>
      typeof value === 'string' && parseInstant(`${value}T00:00:00Z`) !== undefined,
    { message: '$property must be a date such as 2001-05-31.' },
  );
}

export function parseInstant(text: string): Date | undefined {
  // A "+" that is not percent-encoded arrives as a space in a query string.
  const [matched, year, month, day, hour, minute, second] =
    RFC_3339.exec(text.replace(/ (?=\d\d:\d\d$)/, '+')) ?? [];
  if (!matched) return undefined;
  const fields = [year, month, day, hour, minute, second].map(Number) as Parameters<typeof isReal>;
  if (!isReal(...fields)) return undefined;
  const instant = new Date(matched.replace(' ', 'T').toUpperCase());
  // In UTC, as the database stores it, the year may be another one.
  const yearInUtc = instant.getUTCFullYear();
  return yearInUtc >= 1 && yearInUtc <= 9999 ? instant : undefined;
}

/** Rejects dates that `Date` would silently adjust, such as February 30 or hour 24. */
function isReal(y: number, m: number, d: number, h: number, min: number, s: number): boolean {
  const date = new Date(Date.UTC(y, m - 1, d));
  date.setUTCFullYear(y);
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d && h < 24 && min < 60 && s < 60;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns a future time for an OpenAPI example, in RFC 3339: the given number of days after program start,
 * at an hour in UTC. A fixed date would eventually be in the past, and no longer a valid example.
 */
export function exampleInstant(days: number, hour = 0): string {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(today + days * DAY_MS + hour * 3600 * 1000).toISOString();
}
