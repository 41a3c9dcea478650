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

/** Start of a UTC day relative to today. Examples need it because past times find no events. */
function dayFromNow(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`;
}

/** Filters of event lists. */
export class EventFilterQuery {
  @ApiPropertyOptional({
    example: ['Duluth', 'St. Paul'],
    description: 'City names or slugs.',
  })
  @IsOptional()
  @ChoicesParameter()
  city?: string[];

  @ApiPropertyOptional({
    example: ['farm-shop', 'live-music'],
    description: 'Category slugs. Subcategories are included.',
  })
  @IsOptional()
  @ChoicesParameter()
  category?: string[];

  @ApiPropertyOptional({
    type: Number,
    minimum: -90,
    maximum: 90,
    example: 46.7867,
    description: 'Latitude in degrees (WGS 84). Requires `longitude` and `radius`.',
  })
  @IsOptional()
  @LatitudeParameter()
  latitude?: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: -180,
    maximum: 180,
    example: -92.1005,
    description: 'Longitude in degrees (WGS 84).',
  })
  @IsOptional()
  @LongitudeParameter()
  longitude?: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: 1,
    maximum: MAX_RADIUS,
    example: 5000,
    description: 'Radius around the point in meters.',
  })
  @IsOptional()
  @DecimalParameter({ min: 1, max: MAX_RADIUS })
  radius?: number;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: dayFromNow(1),
    description:
      'Returns events that end after this time. Default: the present minute. Earliest: a year ago.',
  })
  @IsOptional()
  @InstantParameter()
  from?: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: dayFromNow(31),
    description:
      'Returns events that begin before this time. Default: 90 days after `from`. Maximum: 366 days after `from` and two years ahead.',
  })
  @IsOptional()
  @InstantParameter()
  to?: Date;
}

export class ListEventsQuery extends IntersectionType(EventFilterQuery, PageQuery) {}
