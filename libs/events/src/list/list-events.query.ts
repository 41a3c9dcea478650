import { IntersectionType } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import {
  LatitudeParameter,
  LongitudeParameter,
  RadiusParameter,
} from '#libs/businesses/src/list/point.decorators.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import { exampleInstant } from '#libs/http/src/validation/instant.decorator.js';

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
    example: exampleInstant(1),
    description:
      'Returns events that end after this time. Default: the present minute. Earliest: a year ago.',
  })
  from?: Date;

  @Field.instant({
    optional: true,
    example: exampleInstant(31),
    description:
      'Returns events that begin before this time. Default: 90 days after `from`. Maximum: 366 days after `from` and two years ahead.',
  })
  to?: Date;
}

export class ListEventsQuery extends IntersectionType(EventFilterQuery, PageQuery) {}
