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
