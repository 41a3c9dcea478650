import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type Format, FormatParameter } from '#libs/http/src/csv-answers.js';
import { InstantParameter } from '#libs/http/src/validation/instant.decorator.js';
import { IntegerParameter } from '#libs/http/src/validation/integer.decorator.js';
import {
  KEPT_MINUTES,
  type TopTraffic,
  type Traffic,
  TRAFFIC_SORTS,
  type TrafficSort,
} from '#libs/rate-limit/src/traffic/recent-traffic.js';

const STEPS = ['hour', 'day'] as const;
export type Step = (typeof STEPS)[number];

/** Which time, and how it is divided. */
export class UsageSpan {
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

export class UsageQuery extends UsageSpan {
  @FormatParameter()
  format?: Format;
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

export const TOP_SORTS = ['requests', 'refusals'] as const;
export type TopSort = (typeof TOP_SORTS)[number];

const MOST_HOURS = 720;
const MOST_KEYS = 100;

export class TopKeysQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_HOURS,
    default: 24,
    description: 'How many hours back, of which the present one is the first.',
  })
  @IntegerParameter({ min: 1, max: MOST_HOURS })
  hours: number = 24;

  @ApiPropertyOptional({ enum: TOP_SORTS, default: 'requests', description: 'Which come first.' })
  @IsIn(TOP_SORTS, { message: `sort must be one of ${TOP_SORTS.join(', ')}.` })
  sort: TopSort = 'requests';

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_KEYS,
    default: 20,
    description: 'How many keys at most.',
  })
  @IntegerParameter({ min: 1, max: MOST_KEYS })
  limit: number = 20;
}

/** What `mnbd top` asks for: who asked for most in the last minutes. */
export class RecentTrafficQuery implements TopTraffic {
  @IntegerParameter({ min: 1, max: KEPT_MINUTES })
  minutes: number = 15;

  @IsIn(TRAFFIC_SORTS, { message: `sort must be one of ${TRAFFIC_SORTS.join(', ')}.` })
  sort: TrafficSort = 'requests';

  @IntegerParameter({ min: 1, max: MOST_KEYS })
  limit: number = 20;
}

/** A key with what it asked for in the last minutes. */
export interface BusyKey extends Traffic {
  keyId: string;
  label: string;
  ownerEmail: string;
  /** How its secrets begin, the newest first. */
  starts: string[];
  limitPerHour: number;
}

@ApiSchema({ name: 'TopKey' })
export class TopKeyDto {
  @ApiProperty({ format: 'uuid', example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43' })
  keyId: string;

  @ApiProperty({ example: 'North Shore Maps' })
  label: string;

  @ApiProperty({ format: 'email', example: 'astrid@example.org' })
  ownerEmail: string;

  @ApiProperty({
    type: [String],
    description: 'How its secrets begin, to recognise it by.',
    example: ['mnbd_4fK2x'],
  })
  starts: string[];

  @ApiProperty({ type: 'integer', example: 1000 })
  limitPerHour: number;

  @ApiProperty({ type: 'integer', description: 'Answered.', example: 18_250 })
  requests: number;

  @ApiProperty({
    type: 'integer',
    description: "Refused, for the limit or for the key's state.",
    example: 12,
  })
  refusals: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T21:15:42.000Z' })
  lastUsedAt: Date;
}
