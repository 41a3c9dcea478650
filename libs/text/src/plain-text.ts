/** Letters that Unicode does not decompose, as the database function `fold` spells them. */
const SPELLINGS: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');

/**
 * Normalizes a text for comparison: lowercase, without accents and apostrophes, words separated by
 * one space. Not for display.
 */
export function plainText(text: string): string {
  return (/[^ -~]/.test(text) ? withoutAccents(text) : text.toLowerCase())
    .replace(/['’‘`´]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(SPELLED, (letter) => SPELLINGS[letter]!);
}
