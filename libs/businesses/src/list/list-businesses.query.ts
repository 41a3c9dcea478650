import { applyDecorators } from '@nestjs/common';
import { Length } from 'class-validator';
import { Field, IntegerParameter } from '#libs/http/src/validation/field.js';
import { ATTRIBUTE_FILTERS, type AttributeFilter } from '#libs/directory-index/src/attributes.js';
import { ADMIN_SORTS, SORTS, STATUS_FILTERS } from '#libs/directory-index/src/criteria.js';
import { PageNumberQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import { FromText } from '#libs/text/src/from-text.js';
import { UUID } from '#libs/text/src/identifiers.js';
import { BUSINESS_FIELDS, type BusinessField } from '../record/business-fields.js';
import { expectedIdentifier, identifierIn, SCHEME_NAMES } from '../record/identifiers.js';
import { type BoundingBox, BoundingBoxParameter } from './bounding-box.decorator.js';
import { LatitudeParameter, LongitudeParameter, RadiusParameter } from './point.decorators.js';

export const FACETS = ['category', 'city', 'county', 'attribute'] as const;
export const FORMATS = ['json', 'geojson', 'csv'] as const;

/** Maximum number of records on a page, and with sort=updated. */
export const MAX_LIMIT = 100;
const MAX_UPDATED_LIMIT = 1_000;

const SORT_DESCRIPTION =
  '`newest` and `updated` sort in descending order. `distance` requires `latitude` and `longitude`. ' +
  '`relevance` requires `q`. Defaults to `relevance` with `q`, to `updated` with `updatedSince`, ' +
  'and otherwise to `name`.';

/** Validates the length of trimmed text, which a search may contain in any form. */
const Trimmed = (min: number, max: number) =>
  applyDecorators(
    FromText((text) => text.trim()),
    Length(min, max, { message: `$property must have ${min} to ${max} characters.` }),
  );

/**
 * Filters, order and page of a list. Each parameter is validated on its own here, and `toCriteria`
 * checks their combination.
 */
export class BusinessFilterQuery extends PageNumberQuery {
  @IntegerParameter({
    min: 1,
    max: MAX_UPDATED_LIMIT,
    message: `limit must be a whole number from 1 to ${MAX_LIMIT}, or up to ${MAX_UPDATED_LIMIT} with sort=updated.`,
    default: 20,
    example: 20,
    description:
      `Number of items per page: at most ${MAX_LIMIT}, or ${MAX_UPDATED_LIMIT} with \`sort=updated\`. ` +
      'A higher number is an error.',
  })
  limit: number = 20;

  @ChoicesParameter({
    max: 100,
    maxLength: 4_000,
    form: {
      accepts: (text) => UUID.test(text),
      expected: () => 'the id of a business, a UUID',
      schema: { format: 'uuid', maxLength: 36 },
    },
    example: ['0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11'],
    description:
      'Returns only the businesses with these ids, in any status unless `status` is given. Ids that ' +
      'do not exist are ignored, and so are removed and merged businesses, for which ' +
      '`GET /businesses/{idOrSlug}` returns 410 or redirects.',
  })
  ids?: string[];

  @Field.text({
    min: 1,
    max: 200,
    optional: true,
    example: 'bakery minneapolis',
    description:
      'Search text: names, categories, cities, streets, ZIP codes, phone numbers and words of ' +
      'descriptions. All words must match, in any order, and each can be the start of a longer word. ' +
      'If few businesses match all words, businesses that match most of them follow. The search ' +
      'ignores case and accents, tolerates typos and knows synonyms. `search.corrected` shows a correction.',
    by: Trimmed(1, 200),
  })
  q?: string;

  @ChoicesParameter({
    example: ['bakery', 'cafe'],
    description:
      'Categories by slug or name. Matches businesses in any of them or in their subcategories.',
  })
  category?: string[];

  @ChoicesParameter({
    example: ['Duluth', 'St. Paul'],
    description:
      'Cities by name or slug. "St. Paul", "Saint Paul" and "saint-paul" are equivalent.',
  })
  city?: string[];

  @ChoicesParameter({
    example: ['Hennepin', 'St. Louis'],
    description: 'Counties by name or slug.',
  })
  county?: string[];

  @ChoicesParameter({ example: ['55401', '55802'], description: 'ZIP codes.' })
  postalCode?: string[];

  @ChoicesParameter({
    example: ['iron-range', 'Uptown'],
    description:
      'Regions by name or slug, such as "Iron Range" or "Uptown" (`GET /api/v1/regions`). Matches ' +
      'businesses in any of the cities, counties and ZIP codes of a region.',
  })
  region?: string[];

  @LatitudeParameter({
    example: 44.9778,
    description:
      'Latitude in degrees (WGS 84). Together with `longitude` it sets the point of a search, and each ' +
      'record then contains its `distance` from it in meters.',
  })
  latitude?: number;

  @LongitudeParameter({
    example: -93.265,
    description: 'Longitude in degrees (WGS 84). It is negative in Minnesota.',
  })
  longitude?: number;

  @RadiusParameter()
  radius?: number;

  @Field.text({
    max: 100,
    by: BoundingBoxParameter(),
    optional: true,
    example: '-93.33,44.89,-93.19,45.05',
    description: 'Box as `west,south,east,north` in degrees.',
  })
  bbox?: BoundingBox;

  @Field.instant({
    words: ['now'],
    optional: true,
    example: 'now',
    description:
      'Returns only businesses that are open at this time: `now`, or an instant (RFC 3339). Special ' +
      'hours replace the weekly ones. On a public holiday, only businesses with special hours count ' +
      'as open. Hours are in the time zone America/Chicago.',
  })
  openAt?: Date | 'now';

  @Field.choice(STATUS_FILTERS, {
    optional: true,
    example: 'open',
    description:
      'Returns only businesses with this status. Defaults to `any` with `ids`, and otherwise to `open`.',
  })
  status?: (typeof STATUS_FILTERS)[number];

  @ChoicesParameter({
    among: ATTRIBUTE_FILTERS,
    example: ['wheelchair', 'wifi'],
    description:
      'Returns only businesses with all of these attributes. Partial wheelchair access is enough; ' +
      '`ebt` and `wic` are kinds of payment; `spanish`, `somali` and `hmong` are languages spoken.',
  })
  attribute?: AttributeFilter[];

  @ChoicesParameter({
    max: 100,
    maxLength: 4_000,
    form: {
      accepts: (text) => identifierIn(text) !== undefined,
      expected: expectedIdentifier,
      schema: { maxLength: 80 },
    },
    example: ['osm:node/123'],
    description: `Identifiers in other registers, as \`scheme:value\`. Schemes: ${SCHEME_NAMES.join(', ')}.`,
  })
  identifier?: string[];

  @Field.date({
    optional: true,
    example: '2026-01-01',
    description: 'Returns only records that were confirmed on this day or later.',
  })
  confirmedSince?: string;

  @Field.instant({
    optional: true,
    example: '2026-03-01T00:00:00Z',
    description: 'Returns only records created at this time or later.',
  })
  createdSince?: Date;

  @Field.instant({
    optional: true,
    example: '2026-03-01T00:00:00Z',
    description:
      'Returns only records changed at this time or later, including removed ones as tombstones ' +
      '(`removedAt` is set, in any `status`), to keep a copy up to date.',
  })
  updatedSince?: Date;

  @Field.choice(SORTS, { optional: true, example: 'name', description: SORT_DESCRIPTION })
  sort?: (typeof ADMIN_SORTS)[number];
}

/** Query of the admins' list. */
export class AdminBusinessesQuery extends BusinessFilterQuery {
  @Field.choice(ADMIN_SORTS, {
    optional: true,
    example: 'confirmed',
    description:
      SORT_DESCRIPTION +
      ' `confirmed` begins with businesses that were never confirmed, followed by those confirmed ' +
      'least recently.',
  })
  declare sort?: (typeof ADMIN_SORTS)[number];
}

/** Query of the public list, with fields, facets and format. */
export class ListBusinessesQuery extends BusinessFilterQuery {
  @ChoicesParameter({
    among: BUSINESS_FIELDS,
    example: ['name', 'address', 'phone'],
    description:
      'Fields to return in addition to `id`. Records then have the schema `SparseBusiness`.',
  })
  fields?: BusinessField[];

  @ChoicesParameter({
    among: FACETS,
    example: ['category', 'city'],
    description:
      'Facets to return with `pagination`: counts of the businesses in the whole list by category, city, ' +
      'county or attribute.',
  })
  facets?: (typeof FACETS)[number][];

  @Field.choice(FORMATS, {
    optional: true,
    example: 'json',
    description:
      'Format of the response: JSON, GeoJSON (RFC 7946) or CSV (RFC 4180). Overrides the `Accept` ' +
      'header, which otherwise selects the format. JSON is the default.',
  })
  format?: (typeof FORMATS)[number];
}
