/** Reports whether a name contains the text, ignoring case, accents and punctuation. */
export function matchesName(name: string, text: string): boolean {
  return fold(name).includes(fold(text.trim()));
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}|[.'’]/gu, '')
    .toLowerCase();
}
