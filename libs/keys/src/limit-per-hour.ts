import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';

/** Largest limit that a key can have. A database constraint enforces the same bound. */
const MAX_LIMIT_PER_HOUR = 10_000_000;

/** Validates and documents an optional hourly limit in a request body. */
export function IsLimitPerHour({ description }: { description: string }) {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT_PER_HOUR,
      example: 1000,
      description,
    }),
    ValidateIf((_, value) => value !== undefined),
    ValidateBy({
      name: 'limitPerHour',
      validator: {
        validate: (value) => Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT_PER_HOUR,
        defaultMessage: (args) =>
          `${args?.property} must be a whole number from 1 to ${MAX_LIMIT_PER_HOUR}.`,
      },
    }),
  );
}
