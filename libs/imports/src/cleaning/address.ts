import { LRUCache } from 'lru-cache';
import { cityMisspelled, cityNamed } from '#libs/geography/src/cities.js';
import { spelledOut } from '#libs/geography/src/place-names.js';
import { isMinnesotaPostalCode } from '#libs/geography/src/postal-codes.js';
import { isMinnesota } from './in-minnesota.js';
import type { Noted } from './notes.js';
import { readableName } from './readable-name.js';
import { tidy } from './text.js';

/** Cleaned cities by source spelling. A file usually repeats the same spellings. */
const readCities = new LRUCache<string, Noted<string>>({ max: 2_000, memoMethod: readCity });

/**
 * Returns a city in the directory's spelling: as in the list of Minnesota cities, or else with
 * abbreviations such as "St." written out.
 */
export function cleanCity(text: string): Noted<string> {
  return readCities.memo(text);
}

function readCity(text: string): Noted<string> {
  const bare = text.replace(/[\s,]+(?:mn|minnesota)\.?(?:[\s,]+\d{5}(?:-\d{4})?)?$/i, '');
  const listed = cityNamed(bare);
  if (listed) return { value: listed.name };
  const meant = cityMisspelled(bare);
  if (meant) return { value: meant.name, note: 'cityCorrected' };
  const name = spelledOut(readableName(bare.replace(/^(?:city|town|township) of /i, '')));
  return { value: name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) };
}

const STATE =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|' +
  'NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|Minn|Minnesota|Wisconsin|Iowa|' +
  'North Dakota|South Dakota';
const TAIL = new RegExp(
  `^(.*?)([\\s,]+)(${STATE})\\.?(?:[\\s,]+(\\d{5})(?:-?\\d{4})?)?(?:[\\s,]+(?:USA?|United States))?$`,
  'i',
);
/** Maximum words in a city name. */
const CITY_WORDS = 5;

export interface WholeAddress {
  street: string | null;
  city: string | null;
  state: string;
  postalCode: string | null;
}

/**
 * Splits an address written in one cell, such as `123 Main St, Duluth, MN 55802`, with or without
 * commas; undefined if the cell doesn't end with a state.
 *
 * @param name name of the business, which some sources write before its street
 */
export function splitAddress(text: string, name: string): WholeAddress | undefined {
  const [, before = '', gap = '', state = '', postalCode = null] = TAIL.exec(text) ?? [];
  if (!state) return undefined;
  // "1 Main St, Duluth MN" ends with a state, but "100 S Minnesota" is a street.
  const isBare = !postalCode && !gap.includes(',');
  if (isBare && !/^mn$/i.test(state)) return undefined;
  // "1 Main St NE 55413" ends with a direction, not with Nebraska.
  const isDirection = postalCode ? isMinnesotaPostalCode(postalCode) : /^ne$/i.test(state);
  if (!isMinnesota(state) && isDirection) return undefined;
  const own = `${name}, `.toLowerCase();
  const rest = before.toLowerCase().startsWith(own) ? before.slice(own.length) : before;
  const { street, city } = splitCity(rest);
  if (isBare && !(city && cityNamed(city))) return undefined;
  return { street: tidy(street ?? ''), city: tidy(city ?? ''), state, postalCode };
}

/** Returns the address in a cell for coordinates, which may follow it; null if there is none. */
export function addressIn(text: string): string | null {
  const address = text.replace(/\s*\([-\d., ]+\)$/, '');
  return /^\d+[\w-]*\s\p{L}/u.test(address) || splitAddress(address, '') ? address : null;
}

function splitCity(text: string): Pick<WholeAddress, 'street' | 'city'> {
  const comma = text.lastIndexOf(',');
  if (comma >= 0) {
    const street = text.slice(0, comma).trim();
    const city = text.slice(comma + 1).trim();
    return UNIT.test(` ${city}`) ? { street: text, city: null } : { street, city };
  }
  const words = text.split(' ');
  for (let count = Math.min(CITY_WORDS, words.length); count > 0; count--) {
    const city = words.slice(-count).join(' ');
    if (cityNamed(city)) return { street: words.slice(0, -count).join(' ') || null, city };
  }
  return { street: text, city: null };
}

/** Words after which `#7` is a road or box number, not a unit. */
const NUMBERED =
  '(?:hwy|highway|route|rte|csah|cr|us|th|box|(?:county|co|state|twp|township|forest)\\.?\\s+(?:road|rd))';
const UNIT = new RegExp(
  '(?:,\\s*|\\s+)(' +
    '(?:suite|ste|unit|apt|apartment|room|rm|floor|flr|fl)(?![a-z])\\.?\\s*#?\\s*[\\w-]+(?:\\s*(?:&|and)\\s*[\\w-]+)?' +
    '|\\d+(?:st|nd|rd|th)\\s+(?:floor|flr|fl)' +
    `|(?<!\\b${NUMBERED}\\.?\\s+)#\\s*[\\w-]+)\\.?$`,
  'i',
);

/** Splits a street address into street and unit, such as a suite or room. */
export function cleanStreet(text: string): { street: string; unit: string | null } {
  const readable = readableName(text).replace(/[\s,]+$/, '');
  const unit = UNIT.exec(readable);
  if (!unit || unit.index === 0) return { street: readable, unit: null };
  return { street: readable.slice(0, unit.index), unit: unit[1]!.replace(/#\s+/, '#') };
}

/**
 * Returns a five-digit ZIP code. The directory keeps areas only, so the ZIP+4 suffix is dropped.
 */
export function cleanPostalCode(text: string | null): Noted<string | null> {
  if (text === null || /^0{5}(?:-?0{4})?$/.test(text)) return { value: null };
  // Spreadsheets drop leading zeros: 1234 is 01234, in Massachusetts. Four digits starting with 5
  // may be a Minnesota ZIP code with a missing digit.
  if (/^[1-46-9]\d{3}$/.test(text)) return { value: `0${text}` };
  const match = /^(?:mn\s*)?(\d{5})(?:\s*[-–—]?\s*(\d{4})|-)?$/i.exec(text);
  if (!match) return { value: null, note: 'zipUnreadable' };
  const [, zip, plus4] = match;
  return { value: zip!, ...(plus4 && { note: 'zipPlus4' as const }) };
}
