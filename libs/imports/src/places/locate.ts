import type { CleanBusiness } from '../cleaning/clean-record.js';
import type { Note } from '../cleaning/notes.js';
import { countyAt } from './counties.js';
import { distance } from './distance.js';
import { cityCentre, postalAreas, reachOf } from './postal-codes.js';

type Located = Pick<
  CleanBusiness,
  'city' | 'county' | 'postalCode' | 'latitude' | 'longitude' | 'precision'
>;

/**
 * Completes a business's place from what is known of it: the county from its point or else its
 * ZIP, and without a point of its own, the middle of its ZIP area or city. A point that
 * contradicts the state or the ZIP is taken away first.
 *
 * @returns what is to be noted of the row
 */
export function locate(business: Located): Note[] {
  const notes: Note[] = [];
  const { postalCode, city } = business;
  const area = postalCode ? postalAreas().get(postalCode) : undefined;
  const contradiction = contradictionOf(business);
  if (contradiction) {
    notes.push(contradiction);
    Object.assign(business, { latitude: null, longitude: null, precision: null });
  }
  const { latitude, longitude } = business;
  if (latitude !== null && longitude !== null) {
    business.county ??= countyAt(latitude, longitude) ?? null;
  } else {
    const centre = area ?? (city ? cityCentre(city) : undefined);
    if (centre) {
      business.latitude = centre.latitude;
      business.longitude = centre.longitude;
      business.precision = area ? 'postalCode' : 'city';
    }
  }
  business.county ??= area?.county ?? null;
  return notes;
}

function contradictionOf({ latitude, longitude, postalCode }: Located): Note | undefined {
  if (latitude === null || longitude === null) return undefined;
  if (!countyAt(latitude, longitude)) return 'coordinatesElsewhere';
  const area = postalCode ? postalAreas().get(postalCode) : undefined;
  const isFar = area && distance(area, { latitude, longitude }) > reachOf(area);
  return isFar ? 'coordinatesContradictZip' : undefined;
}
