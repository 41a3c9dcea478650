/**
 * The beginning of a text that may hold anything, on one line and at most `longest` characters of
 * it, the last one "…" if it was cut; without control characters, and U+FFFD for half characters
 * (lone surrogates). It takes no longer for a long text.
 */
export function excerpt(text: string, longest: number): string {
  // No character has more than two units.
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
