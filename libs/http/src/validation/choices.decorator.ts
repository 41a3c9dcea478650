import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

const MAX_CHOICES = 50;
/** Characters of all choices together, with the commas. */
const MAX_LENGTH = 2_000;

/**
 * Comma-separated values in a query string, any of which will do; read into a sorted array. Adds its
 * bounds to what the property's `ApiPropertyOptional` documents.
 */
export function ChoicesParameter() {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      maxLength: MAX_LENGTH,
      pattern: `^[^,]+(,[^,]+){0,${MAX_CHOICES - 1}}$`,
    }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && value.length <= MAX_LENGTH ? choicesIn(value) : value,
    ),
    ValidateBy({
      name: 'choicesParameter',
      validator: {
        validate: (value) =>
          Array.isArray(value) &&
          value.length <= MAX_CHOICES &&
          value.every((choice: string) => choice !== ''),
        defaultMessage: (args) =>
          `${args?.property} must be up to ${MAX_CHOICES} values with commas between them, none ` +
          `empty, of at most ${MAX_LENGTH} characters together.`,
      },
    }),
  );
}

function choicesIn(text: string): string[] {
  return [...new Set(text.split(',').map((choice) => choice.trim()))].sort();
}
