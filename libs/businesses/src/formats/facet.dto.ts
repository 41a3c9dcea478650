import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import type { AttributeFilter } from '#libs/directory-index/src/attributes.js';
import type { CategoryFacet, FacetCount, Facets } from '#libs/directory-index/src/facets.js';
import type { FACETS } from '../list/list-businesses.query.js';

/** Maximum number of values in a facet. Additional values are only counted. */
const MAX_VALUES = 100;

@ApiSchema({ name: 'FacetValue' })
export class FacetValueDto implements FacetCount {
  @Field.slug({ example: 'duluth', description: 'Value for the filter.' })
  slug: string;

  @Field.text({ max: 300, example: 'Duluth' })
  name: string;

  @Field.integer({ example: 412, description: 'Number of businesses in the list that match.' })
  count: number;
}

@ApiSchema({ name: 'CategoryFacetValue' })
export class CategoryFacetValueDto extends FacetValueDto implements CategoryFacet {
  @Field.slug({
    nullable: true,
    example: 'food-and-drink',
    description: 'Slug of the parent category.',
  })
  parent: string | null;
}

@ApiSchema({ name: 'Facet' })
export class FacetDto {
  @Field.list(FacetValueDto, {
    max: MAX_VALUES,
    description: 'Values by descending count, then by name.',
  })
  values: FacetValueDto[];

  @Field.integer({ example: 0, description: 'Number of additional values.' })
  omitted: number;
}

@ApiSchema({ name: 'CategoryFacet' })
export class CategoryFacetDto extends FacetDto {
  @Field.list(CategoryFacetValueDto, {
    max: MAX_VALUES,
    description:
      'Values by descending count, then by name. A business also counts for the ancestors of its categories.',
  })
  declare values: CategoryFacetValueDto[];
}

/** Requested facets. */
@ApiSchema({ name: 'Facets' })
export class FacetsDto {
  @Field.object(CategoryFacetDto, { optional: true })
  category?: CategoryFacetDto;

  @Field.object(FacetDto, { optional: true })
  city?: FacetDto;

  @Field.object(FacetDto, { optional: true })
  county?: FacetDto;

  @Field.object(FacetDto, { optional: true })
  attribute?: FacetDto;
}

export function toFacetsDto(
  { categories, cities, counties, attributes }: Facets,
  wanted: readonly (typeof FACETS)[number][],
): FacetsDto {
  const named = attributes.map(({ filter, count }) => ({
    slug: filter,
    name: NAMES[filter],
    count,
  }));
  const all = {
    category: bounded(categories),
    city: bounded(cities),
    county: bounded(counties),
    attribute: bounded(named),
  };
  return Object.fromEntries(wanted.map((facet) => [facet, all[facet]]));
}

/** English names of the filters by attribute. */
const NAMES: Readonly<Record<AttributeFilter, string>> = {
  wheelchair: 'Wheelchair accessible',
  wifi: 'Wi-Fi',
  outdoorSeating: 'Outdoor seating',
  takeout: 'Takeout',
  delivery: 'Delivery',
  reservations: 'Takes reservations',
  parking: 'Parking',
  restroom: 'Restroom',
  appointmentOnly: 'By appointment only',
  ebt: 'Accepts EBT/SNAP',
  wic: 'Accepts WIC',
  spanish: 'Speaks Spanish',
  somali: 'Speaks Somali',
  hmong: 'Speaks Hmong',
};

function bounded<T>(values: readonly T[]): { values: T[]; omitted: number } {
  const shown = values.slice(0, MAX_VALUES);
  return { values: shown, omitted: values.length - shown.length };
}
