import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min, ValidateIf } from 'class-validator';
import { exampleInstant } from '#libs/http/src/openapi/example-instant.js';
import { InstantParameter } from '#libs/http/src/validation/instant.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { IsLimitPerHour } from '../limit-per-hour.js';

@ApiSchema({ name: 'KeyChange' })
export class KeyChangeDto {
  @IsLimitPerHour({
    description:
      'Applies from the next request. Requests already counted in the current hour still count.',
  })
  limitPerHour?: number;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    example: exampleInstant(365),
    description: 'When the key stops working. Null means never.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @InstantParameter()
  expiresAt?: Date | null;

  @ApiPropertyOptional({ minLength: 1, maxLength: 200, example: 'North Shore Maps' })
  @ValidateIf((_, value) => value !== undefined)
  @Text({ min: 1, max: 200 })
  label?: string;
}

const MOST_OVERLAP_HOURS = 30 * 24;

@ApiSchema({ name: 'Rotation' })
export class RotationDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MOST_OVERLAP_HOURS,
    default: 24,
    example: 24,
    description:
      'How long the current secret keeps working after the new one was mailed. 0 ends it now.',
  })
  @IsOptional()
  @IsInt({ message: `overlapHours must be a whole number from 0 to ${MOST_OVERLAP_HOURS}.` })
  @Min(0, { message: `overlapHours must be a whole number from 0 to ${MOST_OVERLAP_HOURS}.` })
  @Max(MOST_OVERLAP_HOURS, {
    message: `overlapHours must be a whole number from 0 to ${MOST_OVERLAP_HOURS}.`,
  })
  overlapHours: number = 24;
}

@ApiSchema({ name: 'Reason' })
export class ReasonDto {
  @ApiProperty({
    minLength: 1,
    maxLength: 1000,
    example: 'The key is in a public repository.',
    description: 'Sent to the owner by email.',
  })
  @Text({ min: 1, max: 1000, lines: true })
  reason: string;
}
