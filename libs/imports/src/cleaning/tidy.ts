const PLACEHOLDER =
  /^(?:not (?:available|applicable|specified)|#?n\/?a|n\.a\.|none|null|nil|unknown|undefined|tbd|-999|[-–—.?_]+)$/i;

/** A cell without control characters, stray spaces and words that stand for nothing; or null. */
export function tidy(text: string | undefined): string | null {
  if (!text) return null;
  const squeezed = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return squeezed === '' || PLACEHOLDER.test(squeezed) ? null : squeezed;
}
