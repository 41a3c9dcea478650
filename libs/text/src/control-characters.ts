/**
 * Characters that are seen by no reader and change how others are read or parsed: controls (Cc),
 * formatting characters such as U+202E RIGHT-TO-LEFT OVERRIDE and U+200B ZERO WIDTH SPACE (Cf), line
 * and paragraph separators (Zl, Zp) and halves of a surrogate pair (Cs). Not U+200C and U+200D, the
 * joiners that Persian, Indic scripts and emoji are spelled with.
 */
const CONTROL = /(?!\u200C|\u200D)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The same but for line feeds and tabs. */
const CONTROL_IN_LINES = /(?!\u200C|\u200D|\n|\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

interface Options {
  /** Whether the text may have several lines, and tabs. */
  lines?: boolean;
}

/** The first control character of a text that should have none, as Unicode writes it: "U+202E". */
export function findControlCharacter(
  text: string,
  { lines = false }: Options = {},
): string | undefined {
  const [found] = (lines ? CONTROL_IN_LINES : CONTROL).exec(text) ?? [];
  if (found === undefined) return undefined;
  return `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

const EVERY_CONTROL_IN_LINES = new RegExp(CONTROL_IN_LINES, 'gu');

/** A text of one or more lines without its control characters; every kind of line break becomes "\n". */
export function withoutControlCharacters(text: string): string {
  return normaliseLineBreaks(text).replace(EVERY_CONTROL_IN_LINES, '');
}

/** Line breaks of every system and those of Unicode (Standard Annex #14, class BK and others) as "\n". */
export function normaliseLineBreaks(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
}
