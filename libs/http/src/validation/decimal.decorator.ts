import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

interface Bounds {
  min: number;
  max: number;
  /** A sentence about what is wrong with a number that fits the bounds or not, given all parameters. */
  mistake?: (query: object) => string | undefined;
}

/** A number in a query string, in plain decimal notation and from `min` to `max`. */
export function DecimalParameter({ min, max, mistake = () => undefined }: Bounds) {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,20})?$/.test(value.trim())
        ? Number(value)
        : value,
    ),
    ValidateBy({
      name: 'decimalParameter',
      validator: {
        validate: (value, args) =>
          typeof value === 'number' && value >= min && value <= max && !mistake(args!.object),
        defaultMessage: (args) =>
          mistake(args!.object) ?? `${args?.property} must be a number from ${min} to ${max}.`,
      },
    }),
  );
}
