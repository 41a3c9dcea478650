/** A text for an element or an attribute of XML 1.0; characters that XML cannot have are left out. */
export function escapeXml(text: string): string {
  return wellFormedXml(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** The text without the characters that XML cannot have. */
export function wellFormedXml(text: string): string {
  return text.toWellFormed().replace(NOT_OF_XML, '');
}

/** All but what XML 1.0, section 2.2, lists. */
const NOT_OF_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
