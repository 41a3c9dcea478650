import { decodeHTML } from 'entities';

const PLACEHOLDER =
  /^(?:not (?:available|applicable|specified)|#?n\/?a|n\.a\.|none|null|nil|unknown|undefined|tbd|-999|[-–—.?_]+)$/i;

/** Characters of a cell that are looked at: more than any field may have. */
export const MAX_CELL = 10_000;

/** A cell without control characters, stray spaces and words that stand for nothing; or null. */
export function tidy(text: string | undefined): string | null {
  if (!text) return null;
  const squeezed = text
    .slice(0, MAX_CELL)
    .normalize('NFC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return squeezed === '' || PLACEHOLDER.test(squeezed) ? null : squeezed;
}

/** A cell without tags and entities of HTML ("Smith &amp; Sons" → "Smith & Sons"). */
export function withoutMarkup(text: string): string {
  const untagged = text.includes('<') ? text.replace(/<\/?[a-z][^<>]*>/gi, ' ') : text;
  return untagged.includes('&') ? decodeHTML(untagged) : untagged;
}
