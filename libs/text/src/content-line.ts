const MAX_OCTETS = 75;

/**
 * Formats a property of iCalendar or vCard as folded lines (RFC 5545, section 3.1; RFC 2425,
 * section 5.8.1).
 */
export function contentLine(name: string, value: string): string {
  const whole = `${name}:${value}`;
  if (Buffer.byteLength(whole) <= MAX_OCTETS) return whole;
  const lines: string[] = [];
  let line = '';
  let octets = 0;
  for (const character of whole) {
    const size = octetsOf(character);
    if (octets + size > MAX_OCTETS) {
      lines.push(line);
      line = ' ';
      octets = 1;
    }
    line += character;
    octets += size;
  }
  return [...lines, line].join('\r\n');
}

/** Returns the number of bytes of a character in UTF-8. */
function octetsOf(character: string): number {
  const codePoint = character.codePointAt(0)!;
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
}

/** Escapes a value of type TEXT (RFC 5545, section 3.3.11; RFC 2426, section 5). */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}
