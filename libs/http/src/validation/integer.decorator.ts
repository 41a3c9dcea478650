import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

interface Bounds {
  min: number;
  max: number;
  /** Message to use instead of the one about the bounds. */
  message?: string;
}

/** Declares a whole number in a query string, in decimal digits, from `min` to `max`. */
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
