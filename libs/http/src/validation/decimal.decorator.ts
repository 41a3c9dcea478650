import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** A number in a query string, in plain decimal notation and from `min` to `max`. */
export function DecimalParameter({ min, max }: { min: number; max: number }) {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,20})?$/.test(value.trim())
        ? Number(value)
        : value,
    ),
    ValidateBy({
      name: 'decimalParameter',
      validator: {
        validate: (value) => typeof value === 'number' && value >= min && value <= max,
        defaultMessage: (args) => `${args?.property} must be a number from ${min} to ${max}.`,
      },
    }),
  );
}
