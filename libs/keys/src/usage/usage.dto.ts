import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { InstantParameter } from '#libs/http/src/validation/instant.decorator.js';

const STEPS = ['hour', 'day'] as const;
export type Step = (typeof STEPS)[number];

export class UsageQuery {
  @ApiPropertyOptional({ enum: STEPS, default: 'day', description: 'Days are of UTC.' })
  @IsIn(STEPS, { message: 'by must be hour or day.' })
  by: Step = 'day';

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'The beginning; 30 days, or 24 hours, before `to` unless given.',
    example: '2026-11-01T00:00:00Z',
  })
  @IsOptional()
  @InstantParameter()
  from?: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'The end; now unless given.',
    example: '2026-11-20T00:00:00Z',
  })
  @IsOptional()
  @InstantParameter()
  to?: Date;
}

@ApiSchema({ name: 'UsageStep' })
export class UsageStepDto {
  @ApiProperty({
    format: 'date-time',
    description: 'When the hour or day begins.',
    example: '2026-11-20T00:00:00.000Z',
  })
  start: Date;

  @ApiProperty({ type: 'integer', description: 'Answered.', example: 742 })
  requests: number;

  @ApiProperty({
    type: 'integer',
    description: "Refused, for the limit or for the key's state.",
    example: 3,
  })
  refusals: number;
}

@ApiSchema({ name: 'KeyUsage' })
export class UsageDto {
  @ApiProperty({ enum: STEPS, example: 'day' })
  by: Step;

  @ApiProperty({ type: 'integer', description: 'Answered in all.', example: 18_250 })
  requests: number;

  @ApiProperty({ type: 'integer', description: 'Refused in all.', example: 12 })
  refusals: number;

  @ApiProperty({
    type: [UsageStepDto],
    description: 'Every hour or day from the first to the last, also those without use.',
  })
  steps: UsageStepDto[];
}
