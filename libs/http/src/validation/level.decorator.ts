import { ValidateBy } from 'class-validator';

/** Validates a whole number from 1 to a highest level. */
export function Level(max: number) {
  return ValidateBy({
    name: 'level',
    validator: {
      validate: (value) => Number.isInteger(value) && value >= 1 && value <= max,
      defaultMessage: (args) => `${args?.property} must be a whole number from 1 to ${max}.`,
    },
  });
}
