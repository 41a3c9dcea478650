const PLACEHOLDER =
  /^(?:not (?:available|applicable|specified)|#?n\/?a|n\.a\.|none|null|nil|unknown|undefined|tbd|-999|[-–—.?_]+)$/i;

/** Characters of a cell that are looked at: more than any field may have. */
const MAX_CELL = 10_000;

/** A cell without control characters, stray spaces and words that stand for nothing; or null. */
export function tidy(text: string | undefined): string | null {
  if (!text) return null;
  const squeezed = text
    .slice(0, MAX_CELL)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return squeezed === '' || PLACEHOLDER.test(squeezed) ? null : squeezed;
}
