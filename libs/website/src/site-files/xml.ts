import { escapeUTF8 } from 'entities';

/**
 * Escapes text for an XML 1.0 element or attribute and removes the characters that XML does not
 * allow.
 */
export function escapeXml(text: string): string {
  return escapeUTF8(wellFormedXml(text));
}

/** Removes the characters that XML does not allow. */
export function wellFormedXml(text: string): string {
  return text.toWellFormed().replace(NOT_OF_XML, '');
}

/** Characters outside the ranges of XML 1.0, section 2.2. */
const NOT_OF_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
