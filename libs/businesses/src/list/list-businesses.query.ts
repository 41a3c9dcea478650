import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Length } from 'class-validator';
import { ATTRIBUTE_FILTERS, type AttributeFilter } from '#libs/directory-index/src/attributes.js';
import { SORTS, STATUS_FILTERS } from '#libs/directory-index/src/criteria.js';
import { PageNumberQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import { DecimalParameter } from '#libs/http/src/validation/decimal.decorator.js';
import {
  InstantParameter,
  MAX_INSTANT_LENGTH,
} from '#libs/http/src/validation/instant.decorator.js';
import { IntegerParameter } from '#libs/http/src/validation/integer.decorator.js';
import { RealDate } from '#libs/http/src/validation/real-date.decorator.js';
import { UUID } from '#libs/text/src/identifiers.js';
import { BUSINESS_FIELDS, type BusinessField } from '../record/business-fields.js';
import { identifierIn, SCHEME_NAMES } from '../record/identifiers.js';
import { type BoundingBox, BoundingBoxParameter } from './bounding-box.decorator.js';
import { LatitudeParameter, LongitudeParameter } from './point.decorators.js';

export const MAX_RADIUS = 80_000;
export const FACETS = ['category', 'city', 'county', 'attribute'] as const;
export const FORMATS = ['json', 'geojson', 'csv'] as const;

/** Maximum number of records on a page, and with sort=updated. */
export const MAX_LIMIT = 100;
const MAX_UPDATED_LIMIT = 1_000;

/**
 * Filters, order and page of a list. Each parameter is validated on its own here, and `toCriteria`
 * checks their combination.
 */
export class BusinessFilterQuery extends PageNumberQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_UPDATED_LIMIT,
    default: 20,
    example: 20,
    description:
      `Number of items per page: at most ${MAX_LIMIT}, or ${MAX_UPDATED_LIMIT} with \`sort=updated\`. ` +
      'A higher number is an error.',
  })
  @IntegerParameter({
    min: 1,
    max: MAX_UPDATED_LIMIT,
    message: `limit must be a whole number from 1 to ${MAX_LIMIT}, or up to ${MAX_UPDATED_LIMIT} with sort=updated.`,
  })
  limit: number = 20;

  @ApiPropertyOptional({
    example: ['0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11'],
    description:
      'Returns only the businesses with these ids, in any status unless `status` is given. Ids that ' +
      'do not exist are ignored.',
  })
  @IsOptional()
  @ChoicesParameter({
    max: 100,
    maxLength: 4_000,
    form: {
      accepts: (text) => UUID.test(text),
      description: 'the id of a business, a UUID',
      schema: { format: 'uuid', maxLength: 36 },
    },
  })
  ids?: string[];

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 200,
    example: 'bakery minneapolis',
    description:
      'Search text: names, categories, cities, streets, ZIP codes, phone numbers and words of ' +
      'descriptions. All words must match, in any order, and each can be the start of a longer word. ' +
      'If few businesses match all words, businesses that match most of them follow. The search ' +
      'ignores case and accents, tolerates typos and knows synonyms. `search.corrected` shows a correction.',
  })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Length(1, 200, { message: 'q must have 1 to 200 characters.' })
  q?: string;

  @ApiPropertyOptional({
    example: ['bakery', 'cafe'],
    description:
      'Slugs of categories. Matches businesses in any of them or in their subcategories.',
  })
  @IsOptional()
  @ChoicesParameter()
  category?: string[];

  @ApiPropertyOptional({
    example: ['Duluth', 'St. Paul'],
    description:
      'Cities by name or slug. "St. Paul", "Saint Paul" and "saint-paul" are equivalent.',
  })
  @IsOptional()
  @ChoicesParameter()
  city?: string[];

  @ApiPropertyOptional({
    example: ['Hennepin', 'St. Louis'],
    description: 'Counties by name or slug.',
  })
  @IsOptional()
  @ChoicesParameter()
  county?: string[];

  @ApiPropertyOptional({ example: ['55401', '55802'], description: 'ZIP codes.' })
  @IsOptional()
  @ChoicesParameter()
  postalCode?: string[];

  @ApiPropertyOptional({
    type: Number,
    minimum: -90,
    maximum: 90,
    example: 44.9778,
    description:
      'Latitude in degrees (WGS 84). Together with `longitude` it sets the point of a search, and each ' +
      'record then contains its `distance` from it in meters.',
  })
  @IsOptional()
  @LatitudeParameter()
  latitude?: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: -180,
    maximum: 180,
    example: -93.265,
    description: 'Longitude in degrees (WGS 84). It is negative in Minnesota.',
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
    maxLength: 100,
    example: '-93.33,44.89,-93.19,45.05',
    description: 'Box as `west,south,east,north` in degrees.',
  })
  @IsOptional()
  @BoundingBoxParameter()
  bbox?: BoundingBox;

  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_INSTANT_LENGTH,
    example: 'now',
    description:
      'Returns only businesses that are open at this time: `now`, or an instant (RFC 3339). Special ' +
      'hours replace the weekly ones. On a public holiday, only businesses with special hours count ' +
      'as open. Hours are in the time zone America/Chicago.',
  })
  @IsOptional()
  @InstantParameter('now')
  openAt?: Date | 'now';

  @ApiPropertyOptional({
    enum: STATUS_FILTERS,
    example: 'open',
    description:
      'Returns only businesses with this status. Defaults to `any` with `ids`, and otherwise to `open`.',
  })
  @IsOptional()
  @IsIn(STATUS_FILTERS, { message: `status must be one of ${STATUS_FILTERS.join(', ')}.` })
  status?: (typeof STATUS_FILTERS)[number];

  @ApiPropertyOptional({
    example: ['wheelchair', 'wifi'],
    description:
      'Returns only businesses with all of these attributes. Partial wheelchair access is enough; ' +
      '`ebt` and `wic` are kinds of payment.',
  })
  @IsOptional()
  @ChoicesParameter({ among: ATTRIBUTE_FILTERS })
  attribute?: AttributeFilter[];

  @ApiPropertyOptional({
    example: ['osm:node/123'],
    description: `Identifiers in other registers, as \`scheme:value\`. Schemes: ${SCHEME_NAMES.join(', ')}.`,
  })
  @IsOptional()
  @ChoicesParameter({
    max: 100,
    maxLength: 4_000,
    form: {
      accepts: (text) => identifierIn(text) !== undefined,
      description: `\`scheme:value\` with a scheme among ${SCHEME_NAMES.join(', ')}, such as osm:node/123`,
      schema: { maxLength: 80 },
    },
  })
  identifier?: string[];

  @ApiPropertyOptional({
    type: String,
    format: 'date',
    example: '2026-01-01',
    description: 'Returns only records that were confirmed on this day or later.',
  })
  @IsOptional()
  @RealDate()
  confirmedSince?: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: '2026-03-01T00:00:00Z',
    description: 'Returns only records created at this time or later.',
  })
  @IsOptional()
  @InstantParameter()
  createdSince?: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: '2026-03-01T00:00:00Z',
    description:
      'Returns only records changed at this time or later, including removed ones as tombstones ' +
      '(`removedAt` is set, in any `status`), to keep a copy up to date.',
  })
  @IsOptional()
  @InstantParameter()
  updatedSince?: Date;

  @ApiPropertyOptional({
    enum: SORTS,
    example: 'name',
    description:
      '`newest` and `updated` sort in descending order. `distance` requires `latitude` and `longitude`. ' +
      '`relevance` requires `q`. Defaults to `relevance` with `q`, to `updated` with `updatedSince`, ' +
      'and otherwise to `name`.',
  })
  @IsOptional()
  @IsIn(SORTS, { message: `sort must be one of ${SORTS.join(', ')}.` })
  sort?: (typeof SORTS)[number];
}

/** Query of the public list, with fields, facets and format. */
export class ListBusinessesQuery extends BusinessFilterQuery {
  @ApiPropertyOptional({
    example: ['name', 'address', 'phone'],
    description:
      'Fields to return in addition to `id`. Records then have the schema `SparseBusiness`.',
  })
  @IsOptional()
  @ChoicesParameter({ among: BUSINESS_FIELDS })
  fields?: BusinessField[];

  @ApiPropertyOptional({
    example: ['category', 'city'],
    description:
      'Facets to return with `pagination`: counts of the businesses in the whole list by category, city, ' +
      'county or attribute.',
  })
  @IsOptional()
  @ChoicesParameter({ among: FACETS })
  facets?: (typeof FACETS)[number][];

  @ApiPropertyOptional({
    enum: FORMATS,
    example: 'json',
    description:
      'Format of the response: JSON, GeoJSON (RFC 7946) or CSV (RFC 4180). Overrides the `Accept` ' +
      'header, which otherwise selects the format. JSON is the default.',
  })
  @IsOptional()
  @IsIn(FORMATS, { message: `format must be one of ${FORMATS.join(', ')}.` })
  format?: (typeof FORMATS)[number];
}
