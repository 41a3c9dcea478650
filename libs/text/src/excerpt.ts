/**
 * Returns the start of a text as one line of at most `longest` characters. Ends it with "…" if it
 * was cut. Removes control characters, and replaces lone surrogates with U+FFFD. The running time
 * does not depend on the length of the text.
 */
export function excerpt(text: string, longest: number): string {
  // A character has at most two code units.
  const window = 2 * longest + 1;
  const isLonger = text.length > window;
  const beginning = isLonger ? text.slice(0, window).replace(/[\ud800-\udbff]$/, '') : text;
  const characters = [
    ...beginning
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  ];
  if (!isLonger && characters.length <= longest) return characters.join('');
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`;
}
