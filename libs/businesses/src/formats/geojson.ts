import type { BusinessDto, SparseBusinessDto } from '../record/business.dto.js';

/** Formats a page as a FeatureCollection (RFC 7946, section 3.3). */
export function featureCollection(features: readonly string[]): string {
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}`;
}

/**
 * Formats a business as a Feature (RFC 7946, section 3.2). The geometry is null if the location is
 * unknown.
 *
 * @param shown properties of the feature
 */
export function feature({ id, location }: BusinessDto, shown: SparseBusinessDto): string {
  return JSON.stringify({
    type: 'Feature',
    id,
    geometry: location && {
      type: 'Point',
      coordinates: [location.longitude, location.latitude],
    },
    properties: shown,
  });
}
