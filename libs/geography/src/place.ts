import { cityCentre } from './cities.js';
import { countyAt } from './counties.js';
import { postalAreas } from './postal-codes.js';

/** Where something is in Minnesota, as far as it is known; null is what is not. */
export interface Place {
  city: string | null;
  county: string | null;
  postalCode: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Whether the point is the place itself or the middle of its ZIP area or city. */
  precision: 'exact' | 'postalCode' | 'city' | null;
}

/** A part of a place that follows from another part. */
export interface Derivation {
  field: 'county' | 'location';
  from: 'location' | 'postalCode' | 'city';
}

/**
 * Completes a place from what is known of it: the county from its point, or else from its ZIP code
 * or city; without a point, the middle of its ZIP area or city.
 *
 * @returns the place with nothing replaced that it said, and what was added
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
  const centre = city !== null && cityCentre(city);
  const atCentre = centre && countyAt(centre.latitude, centre.longitude);
  return atCentre ? { name: atCentre, from: 'city' as const } : undefined;
}

function derivedPoint({ postalCode, city }: Place) {
  const area = postalCode !== null && postalAreas().get(postalCode);
  const centre = area || (city !== null && cityCentre(city));
  if (!centre) return undefined;
  const { latitude, longitude } = centre;
  return { latitude, longitude, precision: area ? ('postalCode' as const) : ('city' as const) };
}
