import { ValidateBy } from 'class-validator';
import { parseInstant } from './instant.decorator.js';

/** Validates a calendar date, `YYYY-MM-DD`. */
export function RealDate() {
  return ValidateBy({
    name: 'realDate',
    validator: {
      validate: (value) =>
        typeof value === 'string' && parseInstant(`${value}T00:00:00Z`) !== undefined,
      defaultMessage: (args) => `${args?.property} must be a date such as 2001-05-31.`,
    },
  });
}
