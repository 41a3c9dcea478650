import { ApiSchema, PickType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Field, IntegerParameter } from '#libs/http/src/validation/field.js';
import { type Format, FormatParameter } from '#libs/http/src/csv-responses.js';
import {
  KEPT_MINUTES,
  type TopTraffic,
  TRAFFIC_SORTS,
  type TrafficSort,
} from '#libs/rate-limit/src/traffic/recent-traffic.repository.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { KeyDto } from '../administration/key.dto.js';

const STEPS = ['hour', 'day'] as const;
export type Step = (typeof STEPS)[number];

/** A time span and the length of its steps. */
export class UsageSpan {
  @Field.choice(STEPS, { default: 'day', description: 'Length of a step. Days are in UTC.' })
  by: Step = 'day';

  @Field.instant({
    optional: true,
    example: '2026-11-01T00:00:00Z',
    description: 'Start of the span. Defaults to 30 days (24 hours for `by=hour`) before `to`.',
  })
  from?: Date;

  @Field.instant({
    optional: true,
    example: '2026-11-20T00:00:00Z',
    description: 'End of the span. Defaults to now.',
  })
  to?: Date;
}

export class UsageQuery extends UsageSpan {
  @FormatParameter()
  format?: Format;
}

@ApiSchema({ name: 'UsageStep' })
export class UsageStepDto {
  @Field.instant({ example: '2026-11-20T00:00:00.000Z', description: 'Start of the hour or day.' })
  start: Date;

  @Field.integer({ example: 742, description: 'Requests served.' })
  requests: number;

  @Field.integer({
    example: 3,
    description: 'Requests refused because of the limit or the state of the key.',
  })
  refusals: number;
}

@ApiSchema({ name: 'KeyUsage' })
export class UsageDto {
  @Field.choice(STEPS, { example: 'day' })
  by: Step;

  @Field.integer({ example: 18_250, description: 'Total requests served.' })
  requests: number;

  @Field.integer({ example: 12, description: 'Total requests refused.' })
  refusals: number;

  @Field.list(UsageStepDto, {
    description: 'Every hour or day of the span, including those without requests.',
  })
  steps: UsageStepDto[];
}

const TOP_SORTS = ['requests', 'refusals'] as const;
export type TopSort = (typeof TOP_SORTS)[number];

const MOST_HOURS = 720;
const MOST_KEYS = 100;

export class TopKeysQuery {
  @IntegerParameter({
    min: 1,
    max: MOST_HOURS,
    default: 24,
    description: 'Number of hours to cover, including the current one.',
  })
  hours: number = 24;

  @Field.choice(TOP_SORTS, {
    default: 'requests',
    description: 'Counter to sort by, in descending order.',
  })
  sort: TopSort = 'requests';

  @IntegerParameter({ min: 1, max: MOST_KEYS, default: 20, description: 'Maximum number of keys.' })
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

@ApiSchema({ name: 'TopKey' })
export class TopKeyDto extends PickType(KeyDto, ['label', 'ownerEmail', 'limitPerHour']) {
  @Field.id({ example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43' })
  keyId: string;

  @Field.texts({
    example: ['mnbd_4fK2x'],
    description: 'First characters of its secrets, to identify the key.',
  })
  starts: string[];

  @Field.integer({ example: 18_250, description: 'Requests served.' })
  requests: number;

  @Field.integer({
    example: 12,
    description: 'Requests refused because of the limit or the state of the key.',
  })
  refusals: number;

  @Field.instant({ example: '2026-11-20T21:15:42.000Z' })
  lastUsedAt: Date;
}

/** A busy key without its usage. */
export type ListedKey = Omit<TopKeyDto, 'requests' | 'refusals' | 'lastUsedAt'>;

/** Usage of a busy key. */
export type UsageOfKey = Pick<TopKeyDto, 'keyId' | 'requests' | 'refusals' | 'lastUsedAt'>;

const OPERATION = 'GET /api/v1/businesses/:idOrSlug';

export class DeprecatedUsageQuery extends PageQuery {
  @Field.text({
    max: 200,
    optional: true,
    example: OPERATION,
    description: 'Returns only calls of this operation.',
  })
  operation?: string;
}

@ApiSchema({ name: 'DeprecatedUsage' })
export class DeprecatedUsageDto {
  @Field.text({ example: OPERATION, description: 'HTTP method and route.' })
  operation: string;

  @Field.id({ example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40' })
  keyId: string;

  @Field.text({ example: 'Bus stop app' })
  label: string;

  @Field.text({ example: 'ada@example.org', description: 'Email address of the key owner.' })
  ownerEmail: string;

  @Field.integer({ example: 1204, description: 'Number of requests served so far.' })
  requests: number;

  @Field.instant({ example: '2026-11-20T14:03:11.000Z' })
  lastRequestAt: Date;
}
