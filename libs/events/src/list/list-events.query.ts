import { IntersectionType } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import {
  LatitudeParameter,
  LongitudeParameter,
  RadiusParameter,
} from '#libs/businesses/src/list/point.decorators.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';

/** Start of a UTC day relative to today. Examples need it because past times find no events. */
function dayFromNow(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`;
}

export class EventFilterQuery {
  @ChoicesParameter({ example: ['Duluth', 'St. Paul'], description: 'City names or slugs.' })
  city?: string[];

  @ChoicesParameter({
    example: ['farm-shop', 'live-music'],
    description: 'Categories by slug or name. Subcategories are included.',
  })
  category?: string[];

  @LatitudeParameter({
    example: 46.7867,
    description: 'Latitude in degrees (WGS 84). Requires `longitude` and `radius`.',
  })
  latitude?: number;

  @LongitudeParameter({ example: -92.1005, description: 'Longitude in degrees (WGS 84).' })
  longitude?: number;

  @RadiusParameter()
  radius?: number;

  @Field.instant({
    optional: true,
    example: dayFromNow(1),
    description:
      'Returns events that end after this time. Default: the present minute. Earliest: a year ago.',
  })
  from?: Date;

  @Field.instant({
    optional: true,
    example: dayFromNow(31),
    description:
      'Returns events that begin before this time. Default: 90 days after `from`. Maximum: 366 days after `from` and two years ahead.',
  })
  to?: Date;
}

export class ListEventsQuery extends IntersectionType(EventFilterQuery, PageQuery) {}
