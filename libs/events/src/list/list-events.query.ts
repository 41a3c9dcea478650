import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { MAX_RADIUS } from '#libs/businesses/src/list/list-businesses.query.js';
import {
  LatitudeParameter,
  LongitudeParameter,
} from '#libs/businesses/src/list/point.decorators.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import { DecimalParameter } from '#libs/http/src/validation/decimal.decorator.js';
import { InstantParameter } from '#libs/http/src/validation/instant.decorator.js';

/** The beginning of a day in UTC: examples that lie in the past find nothing. */
function dayFromNow(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`;
}

/** Which events: where, when, of what kind. */
export class EventFilterQuery {
  @ApiPropertyOptional({
    example: ['Duluth', 'St. Paul'],
    description: 'Cities, by name or slug.',
  })
  @IsOptional()
  @ChoicesParameter()
  city?: string[];

  @ApiPropertyOptional({
    example: ['farm-shop', 'live-music'],
    description: 'Slugs of categories; those below them are included.',
  })
  @IsOptional()
  @ChoicesParameter()
  category?: string[];

  @ApiPropertyOptional({
    type: Number,
    minimum: -90,
    maximum: 90,
    example: 46.7867,
    description: 'Degrees north, WGS 84. Goes with `longitude` and `radius`.',
  })
  @IsOptional()
  @LatitudeParameter()
  latitude?: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: -180,
    maximum: 180,
    example: -92.1005,
    description: 'Degrees east, WGS 84.',
  })
  @IsOptional()
  @LongitudeParameter()
  longitude?: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: 1,
    maximum: MAX_RADIUS,
    example: 5000,
    description: 'Metres around the point.',
  })
  @IsOptional()
  @DecimalParameter({ min: 1, max: MAX_RADIUS })
  radius?: number;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: dayFromNow(1),
    description:
      'Only what is still going on then, or later. The present minute if left out, at most a year back.',
  })
  @IsOptional()
  @InstantParameter()
  from?: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: dayFromNow(31),
    description:
      'Only what begins before then: 90 days after `from` if left out, at most 366; at most two years ahead.',
  })
  @IsOptional()
  @InstantParameter()
  to?: Date;
}

export class ListEventsQuery extends IntersectionType(EventFilterQuery, PageQuery) {}
