import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { field, type FieldOptions, integerSchema } from './field.js';

interface Options extends FieldOptions {
  min: number;
  max: number;
  /** Message to use instead of the one about the bounds. */
  message?: string;
}

/** Declares an optional whole number in a query string, in decimal digits, from `min` to `max`. */
export function IntegerParameter({ min, max, message, ...options }: Options) {
  return field(
    integerSchema(min, max),
    { optional: true, ...options },
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
