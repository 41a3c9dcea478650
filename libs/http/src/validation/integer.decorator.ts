import { applyDecorators } from '@nestjs/common';
import { FromText } from '#libs/text/src/from-text.js';
import { Field, type IntegerOptions } from './field.js';

/** Declares an optional whole number in a query string, in decimal digits, from `min` to `max`. */
export function IntegerParameter(options: IntegerOptions & { min: number; max: number }) {
  return applyDecorators(
    FromText((text) => (/^\d{1,16}$/.test(text) ? Number(text) : text)),
    Field.integer({ optional: true, ...options }),
  );
}
