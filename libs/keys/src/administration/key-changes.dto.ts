import { ApiSchema } from '@nestjs/swagger';
import { CLEARABLE, Field } from '#libs/http/src/validation/field.js';
import { exampleInstant } from '#libs/http/src/validation/instant.decorator.js';

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

@ApiSchema({ name: 'KeyChange' })
export class KeyChangeDto {
  @LimitPerHour({
    description:
      'Applies from the next request. Requests already counted in the current hour still count.',
  })
  limitPerHour?: number;

  @Field.instant({
    ...CLEARABLE,
    example: exampleInstant(365),
    description: 'When the key stops working. Null means never.',
  })
  expiresAt?: Date | null;

  @Field.text({ min: 1, max: 200, omittable: true, example: 'North Shore Maps' })
  label?: string;
}

const MOST_OVERLAP_HOURS = 30 * 24;

@ApiSchema({ name: 'Rotation' })
export class RotationDto {
  @Field.integer({
    min: 0,
    max: MOST_OVERLAP_HOURS,
    default: 24,
    example: 24,
    description:
      'How long the current secret keeps working after the new one was mailed. 0 ends it now.',
  })
  overlapHours: number = 24;
}

const REASON = {
  min: 1,
  max: 1000,
  lines: true,
  example: 'The key is in a public repository.',
  description: 'Sent to the owner by email.',
};

@ApiSchema({ name: 'Suspension' })
export class SuspensionDto {
  @Field.text({ ...REASON, optional: true })
  reason?: string;
}

@ApiSchema({ name: 'Reason' })
export class ReasonDto {
  @Field.text(REASON)
  reason: string;
}
