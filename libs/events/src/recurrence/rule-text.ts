import { parseInstant } from '#libs/http/src/validation/instant.decorator.js';
import { timeOfUntil } from './until.js';

export const MAX_RECURRENCE_LENGTH = 500;

const DAY = '(MO|TU|WE|TH|FR|SA|SU)';
const list = (item: string) => new RegExp(`^${item}(,${item}){0,30}$`);

/** Rule parts that make sense for whole days, with the values each accepts. */
const PARTS: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^([1-9]\d{0,2}|1000)$/,
  UNTIL: /^\d{8}(T\d{6}Z)?$/,
  BYDAY: list(`([+-]?([1-9]|[1-4]\\d|5[0-3]))?${DAY}`),
  BYMONTHDAY: list('-?([1-9]|[12]\\d|3[01])'),
  BYMONTH: list('([1-9]|1[0-2])'),
  BYSETPOS: list('-?([1-9]\\d?|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  WKST: new RegExp(`^${DAY}$`),
};

/** @returns the fault in an RRULE value (RFC 5545, section 3.3.10), or undefined if it is valid */
export function faultOf(rule: string): string | undefined {
  const parts = rule.split(';').map((part): [string, string] => {
    const [name = '', ...value] = part.split('=');
    return [name, value.join('=')];
  });
  const names = parts.map(([name]) => name);
  if (!names.includes('FREQ')) return 'FREQ is missing';
  if (new Set(names).size < names.length) return 'each part may occur only once';
  if (names.includes('COUNT') && names.includes('UNTIL')) {
    return 'use either COUNT or UNTIL, not both';
  }
  for (const [name, value] of parts) {
    const form = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!form) return `only ${Object.keys(PARTS).join(', ')} are allowed`;
    if (!form.test(value) || (name === 'UNTIL' && !parseInstant(timeOfUntil(value)))) {
      return `${name} cannot be ${value || 'empty'}`;
    }
  }
  const { FREQ = '', BYDAY = '' } = Object.fromEntries(parts);
  const isNumbered = /\d/.test(BYDAY);
  if (isNumbered && !['MONTHLY', 'YEARLY'].includes(FREQ)) {
    return 'a number in BYDAY requires FREQ=MONTHLY or FREQ=YEARLY';
  }
  const isOfYear = FREQ === 'YEARLY' && !names.includes('BYMONTH');
  if (isNumbered && isOfYear && names.includes('BYMONTHDAY')) {
    // The package would ignore BYMONTHDAY, unlike calendar programs.
    return 'a number in BYDAY with BYMONTHDAY requires BYMONTH';
  }
  if (FREQ === 'WEEKLY' && names.includes('BYMONTHDAY')) {
    return 'BYMONTHDAY cannot be used with FREQ=WEEKLY';
  }
  if (names.includes('BYSETPOS') && !names.some((name) => /^BY(DAY|MONTH)/.test(name))) {
    return 'BYSETPOS requires BYDAY, BYMONTHDAY or BYMONTH';
  }
  return undefined;
}
