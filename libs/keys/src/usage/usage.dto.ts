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
} from '#libs/rate-limit/src/traffic/recent-traffic.repository.js';

const STEPS = ['hour', 'day'] as const;
export type Step = (typeof STEPS)[number];

/** A time span and the length of its steps. */
export class UsageSpan {
  @ApiPropertyOptional({
    enum: STEPS,
    default: 'day',
    description: 'Length of a step. Days are in UTC.',
  })
  @IsIn(STEPS, { message: 'by must be hour or day.' })
  by: Step = 'day';

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Start of the span. Defaults to 30 days (24 hours for `by=hour`) before `to`.',
    example: '2026-11-01T00:00:00Z',
  })
  @IsOptional()
  @InstantParameter()
  from?: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'End of the span. Defaults to now.',
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
    description: 'Start of the hour or day.',
    example: '2026-11-20T00:00:00.000Z',
  })
  start: Date;

  @ApiProperty({ type: 'integer', description: 'Requests served.', example: 742 })
  requests: number;

  @ApiProperty({
    type: 'integer',
    description: 'Requests refused because of the limit or the state of the key.',
    example: 3,
  })
  refusals: number;
}

@ApiSchema({ name: 'KeyUsage' })
export class UsageDto {
  @ApiProperty({ enum: STEPS, example: 'day' })
  by: Step;

  @ApiProperty({ type: 'integer', description: 'Total requests served.', example: 18_250 })
  requests: number;

  @ApiProperty({ type: 'integer', description: 'Total requests refused.', example: 12 })
  refusals: number;

  @ApiProperty({
    type: [UsageStepDto],
    description: 'Every hour or day of the span, including those without requests.',
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
    description: 'Number of hours to cover, including the current one.',
  })
  @IntegerParameter({ min: 1, max: MOST_HOURS })
  hours: number = 24;

  @ApiPropertyOptional({
    enum: TOP_SORTS,
    default: 'requests',
    description: 'Counter to sort by, in descending order.',
  })
  @IsIn(TOP_SORTS, { message: `sort must be one of ${TOP_SORTS.join(', ')}.` })
  sort: TopSort = 'requests';

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_KEYS,
    default: 20,
    description: 'Maximum number of keys.',
  })
  @IntegerParameter({ min: 1, max: MOST_KEYS })
  limit: number = 20;
}

/** Parameters of `mnbd top`, which lists the busiest keys of the last minutes. */
export class RecentTrafficQuery implements TopTraffic {
  @IntegerParameter({ min: 1, max: KEPT_MINUTES })
  minutes: number = 15;

  @IsIn(TRAFFIC_SORTS, { message: `sort must be one of ${TRAFFIC_SORTS.join(', ')}.` })
  sort: TrafficSort = 'requests';

  @IntegerParameter({ min: 1, max: MOST_KEYS })
  limit: number = 20;
}

/** A key and its traffic in the last minutes. */
export interface BusyKey extends Traffic {
  keyId: string;
  label: string;
  ownerEmail: string;
  /** First characters of its secrets, newest first. */
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
    description: 'First characters of its secrets, to identify the key.',
    example: ['mnbd_4fK2x'],
  })
  starts: string[];

  @ApiProperty({ type: 'integer', example: 1000 })
  limitPerHour: number;

  @ApiProperty({ type: 'integer', description: 'Requests served.', example: 18_250 })
  requests: number;

  @ApiProperty({
    type: 'integer',
    description: 'Requests refused because of the limit or the state of the key.',
    example: 12,
  })
  refusals: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T21:15:42.000Z' })
  lastUsedAt: Date;
}
