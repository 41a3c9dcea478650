import { ValidateBy, type ValidationOptions } from 'class-validator';

/**
 * Validates a property with a function.
 *
 * @param isValid receives the value, and the object that has the property
 */
export function Satisfies(
  isValid: (value: never, object: never) => boolean,
  options: ValidationOptions,
): PropertyDecorator {
  return ValidateBy(
    {
      name: 'satisfies',
      validator: { validate: (value, args) => isValid(value as never, args!.object as never) },
    },
    options,
  );
}
