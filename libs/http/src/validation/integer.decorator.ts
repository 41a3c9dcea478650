import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

interface Bounds {
  min: number;
  max: number;
  /** Where more is to be said than the bounds. */
  message?: string;
}

/** A whole number in a query string, in decimal digits and from `min` to `max`. */
export function IntegerParameter({ min, max, message }: Bounds) {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value,
    ),
    ValidateBy({
      name: 'integerParameter',
      validator: {
        validate: (value) => Number.isInteger(value) && value >= min && value <= max,
        defaultMessage: (args) =>
          message ?? `${args?.property} must be a whole number from ${min} to ${max}.`,
      },
    }),
  );
}
