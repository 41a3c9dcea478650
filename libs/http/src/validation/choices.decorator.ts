import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

const MAX_CHOICES = 50;
const MAX_LENGTH = 100;

/** Comma-separated values in a query string, any of which will do; read into a sorted array. */
export function ChoicesParameter() {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string'
        ? [...new Set(value.split(',').map((choice) => choice.trim()))].sort()
        : value,
    ),
    ValidateBy({
      name: 'choicesParameter',
      validator: {
        validate: (value) =>
          Array.isArray(value) &&
          value.length <= MAX_CHOICES &&
          value.every((choice: string) => choice.length >= 1 && choice.length <= MAX_LENGTH),
        defaultMessage: (args) =>
          `${args?.property} must be up to ${MAX_CHOICES} values with commas between them, ` +
          `none empty or longer than ${MAX_LENGTH} characters.`,
      },
    }),
  );
}
