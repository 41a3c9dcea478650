/**
 * Normalizes a text for comparison: lowercase, without accents and apostrophes, words separated by
 * one space. Not for display.
 */
export function plainText(text: string): string {
  return (/[^ -~]/.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text)
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
