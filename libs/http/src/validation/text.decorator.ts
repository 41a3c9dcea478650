import { applyDecorators } from '@nestjs/common';
import { findControlCharacter, normalizeLineBreaks } from '#libs/text/src/control-characters.js';
import { FromText } from '#libs/text/src/from-text.js';
import { Satisfies } from '#libs/text/src/satisfies.js';

interface TextOptions {
  /** Length in characters after trimming. */
  min: number;
  max: number;
  /** Allows line breaks. */
  lines?: boolean;
}

/**
 * Declares a text field in a body: trimmed, bounded, and without control characters, including ones
 * that reverse the text direction. Multiline text may contain tabs and line breaks, normalized to "\n".
 */
export function Text({ min, max, lines = false }: TextOptions) {
  return applyDecorators(
    FromText((text) => (lines ? normalizeLineBreaks(text) : text).trim()),
    Satisfies(
      (value: unknown) => {
        if (typeof value !== 'string' || findControlCharacter(value, { lines })) return false;
        const length = [...value].length;
        return length >= min && length <= max;
      },
      {
        message: ({ value }: { value: unknown }) => {
          const found = typeof value === 'string' && findControlCharacter(value, { lines });
          return found
            ? `$property must not contain the control character ${found}.`
            : `$property must be ${lines ? 'text' : 'one line of text'} of ${min} to ${max} characters.`;
        },
      },
    ),
  );
}
