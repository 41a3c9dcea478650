import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Length } from 'class-validator';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import { DecimalParameter } from '#libs/http/src/validation/decimal.decorator.js';
import { InstantParameter } from '#libs/http/src/validation/instant.decorator.js';
import { BUSINESS_STATUSES } from '../record/business-status.js';
import { type BoundingBox, BoundingBoxParameter } from './bounding-box.decorator.js';

export const MAX_RADIUS = 80_000;
export const STATUS_FILTERS = [...BUSINESS_STATUSES, 'any'] as const;
export const SORTS = ['name', 'newest', 'updated', 'distance', 'relevance'] as const;

/** The parameters of the list, each right by itself; `toCriteria` judges them together. */
export class ListBusinessesQuery extends PageQuery {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 200,
    example: 'bakery st paul',
    description:
      'Free text over name, description, categories and city: all words, in any order, each of which ' +
      'may be the beginning of a longer one. Case, accents and small slips do not matter.',
  })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Length(1, 200, { message: 'q must have 1 to 200 characters.' })
  q?: string;

  @ApiPropertyOptional({
    type: String,
    example: 'bakeries,cafes',
    description: 'Slugs of categories, any of which (or of those below them) a business has.',
  })
  @IsOptional()
  @ChoicesParameter()
  category?: string[];

  @ApiPropertyOptional({
    type: String,
    example: 'Duluth,St. Paul',
    description: 'Cities, by name or slug; "St. Paul" is also "Saint Paul" and "saint-paul".',
  })
  @IsOptional()
  @ChoicesParameter()
  city?: string[];

  @ApiPropertyOptional({
    type: String,
    example: 'Hennepin,St. Louis',
    description: 'Counties, by name or slug.',
  })
  @IsOptional()
  @ChoicesParameter()
  county?: string[];

  @ApiPropertyOptional({ type: String, example: '55401,55802', description: 'ZIP codes.' })
  @IsOptional()
  @ChoicesParameter()
  postalCode?: string[];

  @ApiPropertyOptional({
    type: Number,
    minimum: -90,
    maximum: 90,
    example: 44.9778,
    description: 'Degrees north, WGS 84. With `longitude`, the point that a search is around.',
  })
  @IsOptional()
  @DecimalParameter({ min: -90, max: 90 })
  latitude?: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: -180,
    maximum: 180,
    example: -93.265,
    description: 'Degrees east, WGS 84: negative in Minnesota.',
  })
  @IsOptional()
  @DecimalParameter({ min: -180, max: 180 })
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
    example: '-93.33,44.89,-93.19,45.05',
    description: 'A box, `west,south,east,north` in degrees.',
  })
  @IsOptional()
  @BoundingBoxParameter()
  bbox?: BoundingBox;

  @ApiPropertyOptional({
    type: String,
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
    default: 'open',
    example: 'open',
    description: 'Which businesses to list by their status.',
  })
  @IsIn(STATUS_FILTERS, { message: `status must be one of ${STATUS_FILTERS.join(', ')}.` })
  status: (typeof STATUS_FILTERS)[number] = 'open';

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
      '`newest` and `updated` begin with the latest. `distance` needs `latitude` and `longitude`, and ' +
      'adds `distance` in metres to each record. `relevance` needs `q`. Without it: `relevance` with ' +
      '`q`, else `updated` with `updatedSince`, else `name`.',
  })
  @IsOptional()
  @IsIn(SORTS, { message: `sort must be one of ${SORTS.join(', ')}.` })
  sort?: (typeof SORTS)[number];
}
