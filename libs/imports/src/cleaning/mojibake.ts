import iconv from 'iconv-lite';

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
