import { cityCenter } from './cities.js';
import { countyAt } from './counties.js';
import { postalAreas } from './postal-codes.js';

/** Location in Minnesota. Unknown parts are null. */
export interface Place {
  city: string | null;
  county: string | null;
  postalCode: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Precision of the point: the place itself, or the center of its ZIP area or city. */
  precision: 'exact' | 'postalCode' | 'city' | null;
}

/** Part of a place that was derived from another part. */
export interface Derivation {
  field: 'county' | 'location';
  from: 'location' | 'postalCode' | 'city';
}

/**
 * Fills in missing parts of a place. Derives the county from the point, or else from the ZIP code
 * or city, and the point from the ZIP code or city.
 *
 * @returns the completed place, with all known parts unchanged, and the parts that were added
 */
export function completePlace(place: Place): { place: Place; derived: Derivation[] } {
  const county = place.county === null ? derivedCounty(place) : undefined;
  const point = place.latitude === null ? derivedPoint(place) : undefined;
  const derived: Derivation[] = [];
  if (county) derived.push({ field: 'county', from: county.from });
  if (point) derived.push({ field: 'location', from: point.precision });
  return { place: { ...place, ...(county && { county: county.name }), ...point }, derived };
}

function derivedCounty({ latitude, longitude, postalCode, city }: Place) {
  const atPoint = latitude !== null && longitude !== null && countyAt(latitude, longitude);
  if (atPoint) return { name: atPoint, from: 'location' as const };
  const area = postalCode !== null && postalAreas().get(postalCode);
  if (area) return { name: area.county, from: 'postalCode' as const };
  const center = city !== null && cityCenter(city);
  const atCenter = center && countyAt(center.latitude, center.longitude);
  return atCenter ? { name: atCenter, from: 'city' as const } : undefined;
}

function derivedPoint({ postalCode, city }: Place) {
  const area = postalCode !== null && postalAreas().get(postalCode);
  const center = area || (city !== null && cityCenter(city));
  if (!center) return undefined;
  const { latitude, longitude } = center;
  return { latitude, longitude, precision: area ? ('postalCode' as const) : ('city' as const) };
}
