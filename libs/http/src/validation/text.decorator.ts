import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { findControlCharacter, normaliseLineBreaks } from '#libs/text/src/control-characters.js';

interface TextOptions {
  /** Characters, counted after blanks around the text were taken off. */
  min: number;
  max: number;
  /** Whether it may have several lines. */
  lines?: boolean;
}

/**
 * Text in a body: trimmed, bounded, and without control characters, such as those that reverse the
 * direction of what follows. Text of several lines may hold line breaks, read as "\n", and tabs.
 */
export function Text({ min, max, lines = false }: TextOptions) {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      if (typeof value !== 'string') return value;
      return (lines ? normaliseLineBreaks(value) : value).trim();
    }),
    ValidateBy({
      name: 'text',
      validator: {
        validate: (value) => {
          if (typeof value !== 'string' || findControlCharacter(value, { lines })) return false;
          const length = [...value].length;
          return length >= min && length <= max;
        },
        defaultMessage: (args) => {
          const value: unknown = args?.value;
          const found = typeof value === 'string' && findControlCharacter(value, { lines });
          return found
            ? `${args?.property} must not contain ${found}, a control character.`
            : `${args?.property} must be ${lines ? 'text' : 'one line of text'} of ${min} to ${max} characters.`;
        },
      },
    }),
  );
}
