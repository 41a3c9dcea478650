import { Field } from '#libs/http/src/validation/field.js';

/** Largest limit that a key can have. A database constraint enforces the same bound. */
const MAX_LIMIT_PER_HOUR = 10_000_000;

/** Declares an hourly limit that may be omitted from a request body. */
export const LimitPerHour = (options: { description: string; optional?: true }) =>
  Field.integer({
    min: 1,
    max: MAX_LIMIT_PER_HOUR,
    example: 1000,
    omittable: !options.optional,
    ...options,
  });
