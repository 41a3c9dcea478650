import { readableName } from './text.js';
import type { Note } from './notes.js';

/**
 * A city as the directory spells it. "Saint" is written out, as the Geographic Names Information
 * System and the Postal Service do, so that a city has one name.
 */
export function cleanCity(text: string): string {
  const name = readableName(text.replace(/,?\s+(?:mn|minnesota)\.?$/i, ''));
  return name
    .replace(/^mpls\.?$/i, 'Minneapolis')
    .replace(/^st\.?\s+/i, 'Saint ')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

const MINNESOTA = /^(?:mn|minn\.?|minnesota|us-mn)$/i;

/** Whether a state as a source writes it is Minnesota; a source that names none is believed. */
export function isMinnesota(state: string | null): boolean {
  return state === null || MINNESOTA.test(state);
}

/** Whether a country as a source writes it is the United States, or not said. */
export function isUnitedStates(country: string | null): boolean {
  return country === null || /^(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?)$/i.test(country);
}

const UNIT =
  /(?:,\s*|\s+)((?:suite|ste|unit|apt|apartment|room|rm|floor|fl)\.?\s*#?\s*[\w-]+|#\s*[\w-]+)\.?$/i;

/** A street address, and the suite or room at its end as the unit it is. */
export function cleanStreet(text: string): { street: string; unit: string | null } {
  const readable = readableName(text).replace(/[\s,]+$/, '');
  const unit = UNIT.exec(readable);
  if (!unit || unit.index === 0) return { street: readable, unit: null };
  return { street: readable.slice(0, unit.index), unit: unit[1]!.replace(/#\s+/, '#') };
}

export interface PostalCode {
  value: string | null;
  note?: Note;
}

/** A ZIP as five digits: what follows them (ZIP+4) is dropped, as the directory keeps areas only. */
export function cleanPostalCode(text: string | null): PostalCode {
  if (text === null || /^0{5}(?:-?0{4})?$/.test(text)) return { value: null };
  const match = /^(\d{5})(?:[-\s]?(\d{4})|-)?$/.exec(text);
  if (!match) return { value: null, note: 'zipUnreadable' };
  const [, zip, plus4] = match;
  return { value: zip!, ...(plus4 && { note: 'zipPlus4' as const }) };
}
