import { ValidateBy } from 'class-validator';
import { FromText } from '#libs/text/src/from-text.js';
import { field, type FieldOptions } from './field.js';

interface Options extends FieldOptions {
  min: number;
  max: number;
  /** Returns a sentence about what is wrong with the value, given all parameters. */
  mistake?: (query: object) => string | undefined;
}

/** Declares an optional query parameter in plain decimal notation from `min` to `max`. */
export function DecimalParameter({ min, max, mistake = () => undefined, ...options }: Options) {
  return field(
    { type: 'number', minimum: min, maximum: max },
    { optional: true, ...options },
    FromText((text) => (/^[+-]?\d{1,15}(\.\d{1,20})?$/.test(text.trim()) ? Number(text) : text)),
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
