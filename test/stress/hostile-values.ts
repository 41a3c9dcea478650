import type { Random } from '#libs/imports/src/generate/random.js';
import type { Parameter } from './operations.ts';

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '-0',
  '0x10',
  'NaN',
  'Infinity',
  '99999999999999999999',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  '\0',
  'a\0b',
  '\u202Emoc.elpmaxe',
  '\u0130\u0149\uFB03',
  'e' + '\u0301'.repeat(300),
  '💥'.repeat(80),
  '\ud800',
  'Zürich; DROP TABLE businesses;--',
  "' OR 1=1--",
  '%_%_%_%_%_%_%_%',
  '&|!:*()<->',
  '*/*;q=0.1',
  '../../../etc/passwd',
  '{}',
  '[]',
  ',,,,',
  'now',
  '0001-01-01T00:00:00Z',
  '1582-10-15T00:00:00+23:59',
  '9998-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-02-30T00:00:00Z',
  '2026-11-01T01:30:00-05:00',
  '-90',
  '90',
  '180',
  '-180',
  '80000',
  '1000000000',
  '-180,-90,180,90',
  '1,1,1,1',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=SECONDLY',
  'FREQ=YEARLY;INTERVAL=999999999',
  '00000000-0000-0000-0000-000000000000',
];

/** Texts that are hostile because of their length. */
const LONG = [
  (length: number) => 'a'.repeat(length),
  (length: number) => '('.repeat(length),
  (length: number) => 'a,'.repeat(length / 2),
  (length: number) => 'word '.repeat(length / 5),
  (length: number) => '-93.265,'.repeat(length / 8),
  (length: number) => '1'.repeat(length),
  (length: number) => ' '.repeat(length),
  (length: number) => '\u0301'.repeat(length / 2),
  (length: number) => '"'.repeat(length),
  (length: number) => '[{"a":'.repeat(length / 6),
];
const LENGTHS = [99, 100, 101, 200, 201, 1_000, 3_999, 4_001];

export function hostileText(random: Random, longest = 5_000): string {
  if (random.chance(0.6)) return random.pick(TEXTS);
  const length = random.chance(0.2) ? longest : random.pick(LENGTHS);
  return random.pick(LONG)(Math.min(length, longest));
}

/**
 * Returns hostile text for an address, percent-encoded or in raw bytes that should have been
 * encoded.
 */
export function hostileAddressPart(random: Random): string {
  const odd = [
    '%00',
    '%FF%FE',
    '%ED%A0%80',
    '%',
    '%zz',
    '..%2f..%2f',
    '..%5c..',
    'caf\u00e9',
    '%2e%2e',
  ];
  return random.chance(0.2) ? random.pick(odd) : encoded(hostileText(random));
}

/** Returns a value at or next to a parameter's bounds, or any hostile value. */
export function hostileParameter(random: Random, { minimum, maximum }: Parameter): string {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  if (bounds.length === 0 || random.chance(0.5)) return hostileAddressPart(random);
  return String(random.pick(bounds) + random.pick([-1, -1e-9, 0, 1e-9, 1]));
}

export function hostileJson(random: Random): unknown {
  const kinds: (() => unknown)[] = [
    () => hostileText(random, 60_000),
    () => hostileText(random),
    () => random.pick([null, true, -1, 0, 1e308, -1e308, 0.1, 2 ** 53, []]),
    () => JSON.parse(nested(random.pick([2, 50, 500]))) as unknown,
    () => Array.from({ length: random.pick([1, 101, 5_000]) }, () => random.pick(TEXTS)),
    () => wide(random.pick([1, 50, 2_000])),
    () => ({ length: 1e9, toString: 1, constructor: { prototype: 1 } }),
  ];
  return random.pick(kinds)();
}

/** Builds an object with the given number of unknown fields. */
export function wide(fields: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: fields }, (_, index) => [`k${index}`, 1]));
}

/** Returns JSON of nested arrays, deeper than `JSON.stringify` can write. */
export function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** Encodes text for a path or a query; an unpaired surrogate becomes U+FFFD. */
export function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
