import iconv from 'iconv-lite';

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

/** A letter that a byte of UTF-8's beginning looks like in Windows-1252. */
const SUSPICIOUS = /[\u00c2-\u00f4]/;

/**
 * Undoes UTF-8 that was once read as Windows-1252 ("CafÃ©" → "Café"), but only where it is
 * certain: where the whole text, turned back into bytes, is valid UTF-8.
 */
export function repairMojibake(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  const bytes = iconv.encode(text, 'win1252');
  if (iconv.decode(bytes, 'win1252') !== text) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

const SMALL_WORDS = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'de',
  'for',
  'in',
  'la',
  'of',
  'on',
  'or',
  'the',
  'to',
]);
const KEPT_UPPER =
  /^(?:[ivx]{2,4}|[ns][ew]|llc|llp|pllc|usa?|us|mn|vfw|ymca|ywca|bbq|ihop|kfc|tv|bp|po|uw|umd|smsu)$/i;

/** A name written all in capitals in readable case; any other as it is. */
export function readableName(name: string): string {
  if (/\p{Ll}/u.test(name) || !/\p{Lu}{3}/u.test(name)) return name;
  const words = name.toLowerCase().split(/(?<=[\s/(-])/);
  return words.map((word, index) => readableWord(word, index === 0)).join('');
}

function readableWord(word: string, isFirst: boolean): string {
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (KEPT_UPPER.test(letters) || isInitials(word)) return word.toUpperCase();
  if (!isFirst && SMALL_WORDS.has(word.trim())) return word;
  return word
    .replace(
      /^([^\p{L}\d]*)(\p{L})/u,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replace(/^(\W*Mc)(\p{L})/u, (_, mc: string, letter: string) => mc + letter.toUpperCase())
    .replace(/^(\W*O')(\p{L})/u, (_, o: string, letter: string) => o + letter.toUpperCase());
}

/** "J.R.", "A&W": letters each followed by a mark. */
function isInitials(word: string): boolean {
  return /^[^\p{L}]*\p{L}(?:[.&]\p{L})+\.?[^\p{L}]*$/u.test(word);
}
