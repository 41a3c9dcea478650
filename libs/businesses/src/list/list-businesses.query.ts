import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Length } from 'class-validator';
import { PageNumberQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import { DecimalParameter } from '#libs/http/src/validation/decimal.decorator.js';
import {
  InstantParameter,
  MAX_INSTANT_LENGTH,
} from '#libs/http/src/validation/instant.decorator.js';
import { IntegerParameter } from '#libs/http/src/validation/integer.decorator.js';
import { UUID } from '#libs/text/src/identifiers.js';
import { BUSINESS_FIELDS, type BusinessField } from '../record/business-fields.js';
import { BUSINESS_STATUSES } from '../record/business-status.js';
import { type BoundingBox, BoundingBoxParameter } from './bounding-box.decorator.js';
import { LatitudeParameter, LongitudeParameter } from './point.decorators.js';

export const MAX_RADIUS = 80_000;
export const STATUS_FILTERS = [...BUSINESS_STATUSES, 'any'] as const;
export const SORTS = ['name', 'newest', 'updated', 'distance', 'relevance'] as const;
export const FACETS = ['category', 'city', 'county'] as const;
export const FORMATS = ['json', 'geojson', 'csv'] as const;

/** How many records a page has at most, and how many where they are in the order of their changes. */
export const MAX_LIMIT = 100;
const MAX_UPDATED_LIMIT = 1_000;

/** Which businesses, page by page: each parameter right by itself; `toCriteria` judges them together. */
export class BusinessFilterQuery extends PageNumberQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_UPDATED_LIMIT,
    default: 20,
    example: 20,
    description:
      `How many items a page has: at most ${MAX_LIMIT}, or ${MAX_UPDATED_LIMIT} with \`sort=updated\`. ` +
      'More is refused, not cut.',
  })
  @IntegerParameter({
    min: 1,
    max: MAX_UPDATED_LIMIT,
    message: `limit must be a whole number from 1 to ${MAX_LIMIT}, or to ${MAX_UPDATED_LIMIT} with sort=updated.`,
  })
  limit: number = 20;

  @ApiPropertyOptional({
    example: ['0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11'],
    description:
      'Only these businesses, by their ids, whatever their status unless `status` is given. Those ' +
      'that are not there (any more) are left out.',
  })
  @IsOptional()
  @ChoicesParameter({
    max: 100,
    maxLength: 4_000,
    form: {
      pattern: UUID,
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
      'What a person types: names, categories, cities, streets, ZIP codes, phone numbers, words of ' +
      'descriptions. All words, in any order, each of which may be the beginning of a longer one; ' +
      'where few businesses have all, those that have most follow. Case, accents and small slips do ' +
      'not matter, and synonyms are known. `search.corrected` tells what was read otherwise.',
  })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Length(1, 200, { message: 'q must have 1 to 200 characters.' })
  q?: string;

  @ApiPropertyOptional({
    example: ['bakery', 'cafe'],
    description: 'Slugs of categories, any of which (or of those below them) a business has.',
  })
  @IsOptional()
  @ChoicesParameter()
  category?: string[];

  @ApiPropertyOptional({
    example: ['Duluth', 'St. Paul'],
    description: 'Cities, by name or slug; "St. Paul" is also "Saint Paul" and "saint-paul".',
  })
  @IsOptional()
  @ChoicesParameter()
  city?: string[];

  @ApiPropertyOptional({
    example: ['Hennepin', 'St. Louis'],
    description: 'Counties, by name or slug.',
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
      'Degrees north, WGS 84. With `longitude`, the point that a search is around: each record then ' +
      'has its `distance` from it in metres.',
  })
  @IsOptional()
  @LatitudeParameter()
  latitude?: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: -180,
    maximum: 180,
    example: -93.265,
    description: 'Degrees east, WGS 84: negative in Minnesota.',
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
    maxLength: 100,
    example: '-93.33,44.89,-93.19,45.05',
    description: 'A box, `west,south,east,north` in degrees.',
  })
  @IsOptional()
  @BoundingBoxParameter()
  bbox?: BoundingBox;

  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_INSTANT_LENGTH,
    example: 'now',
    description:
      'Only businesses whose hours say that they are open then: `now`, or an instant (RFC 3339), ' +
      'judged in America/Chicago.',
  })
  @IsOptional()
  @InstantParameter('now')
  openAt?: Date | 'now';

  @ApiPropertyOptional({
    enum: STATUS_FILTERS,
    example: 'open',
    description:
      'Which businesses to list by their status. Without it: `any` with `ids`, else `open`.',
  })
  @IsOptional()
  @IsIn(STATUS_FILTERS, { message: `status must be one of ${STATUS_FILTERS.join(', ')}.` })
  status?: (typeof STATUS_FILTERS)[number];

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: '2026-03-01T00:00:00Z',
    description: 'Only records that were made then or later.',
  })
  @IsOptional()
  @InstantParameter()
  createdSince?: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    example: '2026-03-01T00:00:00Z',
    description:
      'Only records that changed then or later, with those removed as tombstones (`removedAt` set, ' +
      'whatever `status` asks for), so that a copy can be kept in step.',
  })
  @IsOptional()
  @InstantParameter()
  updatedSince?: Date;

  @ApiPropertyOptional({
    enum: SORTS,
    example: 'name',
    description:
      '`newest` and `updated` begin with the latest. `distance` needs `latitude` and `longitude`. ' +
      '`relevance` needs `q`. Without it: `relevance` with `q`, else `updated` with `updatedSince`, ' +
      'else `name`.',
  })
  @IsOptional()
  @IsIn(SORTS, { message: `sort must be one of ${SORTS.join(', ')}.` })
  sort?: (typeof SORTS)[number];
}

/** The list as the API shows it: which businesses, and what of them in which format. */
export class ListBusinessesQuery extends BusinessFilterQuery {
  @ApiPropertyOptional({
    example: ['name', 'address', 'phone'],
    description:
      'Records with these fields only, and their `id`: less than the schema of a record requires.',
  })
  @IsOptional()
  @ChoicesParameter({ among: BUSINESS_FIELDS })
  fields?: BusinessField[];

  @ApiPropertyOptional({
    example: ['category', 'city'],
    description:
      'Counts of the whole list, beside `pagination`: how many of its businesses each category, city ' +
      'or county has.',
  })
  @IsOptional()
  @ChoicesParameter({ among: FACETS })
  facets?: (typeof FACETS)[number][];

  @ApiPropertyOptional({
    enum: FORMATS,
    example: 'json',
    description:
      'What the answer is written in, whatever `Accept` says: JSON, GeoJSON (RFC 7946) or CSV (RFC ' +
      '4180). Without it, what `Accept` prefers, or JSON.',
  })
  @IsOptional()
  @IsIn(FORMATS, { message: `format must be one of ${FORMATS.join(', ')}.` })
  format?: (typeof FORMATS)[number];
}
