import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

interface TextOptions {
  /** Characters, counted after blanks around the text were taken off. */
  min: number;
  max: number;
  /** Whether it may have several lines. */
  lines?: boolean;
}

/** Text in a body: trimmed, bounded, and without control characters (but for line breaks and tabs). */
export function Text({ min, max, lines = false }: TextOptions) {
  const control = lines ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? value.trim() : value,
    ),
    ValidateBy({
      name: 'text',
      validator: {
        validate: (value) => {
          if (typeof value !== 'string' || control.test(value)) return false;
          const length = [...value].length;
          return length >= min && length <= max;
        },
        defaultMessage: (args) =>
          `${args?.property} must be ${lines ? 'text' : 'one line of text'} of ${min} to ${max} characters.`,
      },
    }),
  );
}
