/** The beginning of a text on one line, at most `longest` characters of it, the last one "…" if cut. */
export function excerpt(text: string, longest: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= longest) return characters.join('');
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`;
}
