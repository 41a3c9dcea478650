import { invalidParameter } from '#libs/http/src/errors/api-error.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import type { FORMATS, ListBusinessesQuery } from '../list/list-businesses.query.js';

export type Format = (typeof FORMATS)[number];

/** Media types by format. Clients that accept anything get the first one. */
export const MEDIA_TYPES = {
  json: 'application/json',
  geojson: 'application/geo+json',
  csv: 'text/csv',
} as const satisfies Record<Format, string>;

/** Content and format of a page. */
export interface Presentation extends Pick<ListBusinessesQuery, 'fields' | 'facets'> {
  format: Format;
}

/**
 * @param preferredType media type that the client prefers, unless that is JSON
 * @throws ApiError `invalid_parameter` if a field or facet is not available
 */
export function toPresentation(
  { fields, facets, format }: Pick<ListBusinessesQuery, 'fields' | 'facets' | 'format'>,
  { point }: BusinessCriteria,
  preferredType: string | undefined,
): Presentation {
  const presentation = { fields, facets, format: format ?? formatOf(preferredType) };
  if (facets && presentation.format !== 'json') {
    throw invalidParameter('facets', 'facets require JSON. Use format=json.');
  }
  if (fields?.includes('distance') && !point) {
    throw invalidParameter('fields', 'The field distance requires latitude and longitude.');
  }
  return presentation;
}

function formatOf(mediaType: string | undefined): Format {
  const formats = Object.keys(MEDIA_TYPES) as Format[];
  return formats.find((format) => MEDIA_TYPES[format] === mediaType) ?? 'json';
}
