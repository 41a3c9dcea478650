import { decodeHTML } from 'entities';
import { parseJson } from '#libs/text/src/json.js';

const PLACEHOLDER =
  /^(?:not (?:available|applicable|specified)|no (?:e-?mail|web ?site)|#?n\/?a|n\.a\.|none|null|nil|unknown|undefined|tbd|-999|[-–—.?_]+)$/i;

/** Words of printable ASCII with single spaces, which most cells are. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/;

/** Maximum characters read from a cell, more than any field may have. */
export const MAX_CELL = 10_000;

/**
 * Removes control characters and extra spaces from a cell, and the decimal places that programs add
 * to whole numbers ("55401.0"); null if it is blank or a placeholder such as "N/A".
 */
export function tidy(text: string | undefined): string | null {
  if (!text) return null;
  const cell = text.slice(0, MAX_CELL);
  const squeezed = TIDY.test(cell)
    ? cell
    : cell
        .normalize('NFC')
        .replace(/\p{Cf}+/gu, '')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim();
  if (squeezed === '' || PLACEHOLDER.test(squeezed)) return null;
  return /^\d+\.0+$/.test(squeezed) ? squeezed.replace(/\..*/, '') : squeezed;
}

/** Splits a list in one cell, without placeholders. Whitespace separates entries as well. */
export function partsOf(list: string, separator: RegExp): string[] {
  return list
    .split(separator)
    .filter(tidy)
    .flatMap((part) => part.split(/\s+/))
    .filter(tidy);
}

/** Removes HTML tags and decodes entities ("Smith &amp; Sons" → "Smith & Sons"). */
export function withoutMarkup(text: string): string {
  const untagged = text.includes('<') ? text.replace(/<\/?[a-z][^<>]*>/gi, ' ') : text;
  return untagged.includes('&') ? decodeHTML(untagged) : untagged;
}

/** Parses a JSON list of objects, as the API returns it. Null for other text. */
export function jsonList(text: string): (Record<string, unknown> | null)[] | null {
  const list = parseJson(text);
  return Array.isArray(list) ? (list as (Record<string, unknown> | null)[]) : null;
}

/** Returns a value of an item; empty if it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
