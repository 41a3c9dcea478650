import type { BusinessDto } from '../record/business.dto.js';
import type { SparseBusiness } from '../record/business-fields.js';

/** A page as a FeatureCollection (RFC 7946, section 3.3). */
export function featureCollection(features: readonly string[]): string {
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}`;
}

/**
 * A business as a Feature (RFC 7946, section 3.2), whose geometry is null where its place is not known.
 *
 * @param shown what its properties tell of it
 */
export function feature({ id, location }: BusinessDto, shown: SparseBusiness): string {
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
