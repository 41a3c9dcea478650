import { ApiSchema, OmitType, PartialType } from '@nestjs/swagger';
import { Field, type FieldOptions } from '#libs/http/src/validation/field.js';

/** Maximum number of cities, of counties and of ZIP codes of a region. */
const MAX_PLACES = 200;
const MAX_OTHER_NAMES = 20;
const MAX_NAME = 80;

const Names = (options: FieldOptions & { max: number }) =>
  Field.texts({ omittable: true, maxLength: MAX_NAME, ...options });

/** Named part of Minnesota, such as a neighborhood or the Iron Range. */
@ApiSchema({ name: 'RegionEntry' })
export class RegionEntryDto {
  @Field.id({ example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @Field.slug({
    example: 'north-shore',
    description: 'Value for the `region` parameter of searches.',
  })
  slug: string;

  @Field.text({ max: MAX_NAME, example: 'North Shore' })
  name: string;

  @Field.texts({
    max: MAX_OTHER_NAMES,
    example: ['North Shore of Lake Superior'],
    description: 'Other names by which searches find the region.',
  })
  otherNames: string[];

  @Field.slugs({
    max: MAX_PLACES,
    example: [],
    description: 'Slugs of its cities. A business is in the region if any of its places is.',
  })
  cities: string[];

  @Field.slugs({
    max: MAX_PLACES,
    example: ['cook', 'lake'],
    description: 'Slugs of its counties.',
  })
  counties: string[];

  @Field.texts({ max: MAX_PLACES, example: [], description: 'Its ZIP codes.' })
  postalCodes: string[];
}

@ApiSchema({ name: 'Region' })
export class RegionDto extends OmitType(RegionEntryDto, ['id']) {
  @Field.url({ example: 'https://directory.example.com/api/v1/regions/north-shore' })
  url: string;

  @Field.integer({ example: 212, description: 'Number of open businesses.' })
  businessCount: number;
}

@ApiSchema({ name: 'NewRegion' })
export class NewRegion {
  @Field.text({ min: 1, max: MAX_NAME, example: 'Boundary Waters' })
  name: string;

  @Field.slug({
    omittable: true,
    example: 'boundary-waters',
    description: 'Derived from the name if omitted. Later name changes do not affect it.',
  })
  slug?: string;

  @Names({
    max: MAX_OTHER_NAMES,
    example: ['BWCA'],
    description: 'Other names by which searches find the region.',
  })
  otherNames?: string[];

  @Names({
    max: MAX_PLACES,
    example: ['Ely', 'grand-marais'],
    description: 'Names or slugs of cities. A region has at least one city, county or ZIP code.',
  })
  cities?: string[];

  @Names({ max: MAX_PLACES, example: [], description: 'Names or slugs of counties.' })
  counties?: string[];

  @Field.texts({
    omittable: true,
    max: MAX_PLACES,
    maxLength: 10,
    example: [],
    description: 'ZIP codes.',
  })
  postalCodes?: string[];
}

/** Omitted fields keep their value. */
@ApiSchema({ name: 'RegionChange' })
export class RegionChange extends PartialType(NewRegion, { skipNullProperties: false }) {}
