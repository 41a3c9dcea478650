/**
 * Matches invisible characters that change how others are displayed or parsed: controls (Cc),
 * formatting characters such as U+202E RIGHT-TO-LEFT OVERRIDE and U+200B ZERO WIDTH SPACE (Cf),
 * line and paragraph separators (Zl, Zp) and lone surrogates (Cs). Excludes U+200C and U+200D, the
 * joiners that Persian, Indic scripts and emoji need.
 */
const CONTROL = /(?!\u200C|\u200D)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Like `CONTROL`, but excludes line feeds and tabs. */
const CONTROL_IN_LINES = /(?!\u200C|\u200D|\n|\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

interface Options {
  /** Allows line feeds and tabs. */
  lines?: boolean;
}

/**
 * Returns the first control character of a text in Unicode notation, such as "U+202E", or undefined
 * if there is none.
 */
export function findControlCharacter(
  text: string,
  { lines = false }: Options = {},
): string | undefined {
  const [found] = (lines ? CONTROL_IN_LINES : CONTROL).exec(text) ?? [];
  if (found === undefined) return undefined;
  return `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

const EVERY_CONTROL_IN_LINES = new RegExp(CONTROL_IN_LINES, 'gu');

/** Removes the control characters of a text and turns every line break into `\n`. */
export function withoutControlCharacters(text: string): string {
  return normalizeLineBreaks(text).replace(EVERY_CONTROL_IN_LINES, '');
}

/**
 * Turns every line break, including those of Unicode (Standard Annex #14, class BK and others),
 * into `\n`.
 */
export function normalizeLineBreaks(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
}
