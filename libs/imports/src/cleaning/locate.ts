import { countyAt } from '#libs/geography/src/counties.js';
import { completePlace, type Place } from '#libs/geography/src/place.js';
import { isFarFrom, postalAreas } from '#libs/geography/src/postal-codes.js';
import type { Note } from './notes.js';

/**
 * Completes a business's place, after taking away a point that contradicts the state or the ZIP.
 *
 * @returns what is to be noted of the row
 */
export function locate(business: Place): Note[] {
  const contradiction = contradictionOf(business);
  if (contradiction) {
    Object.assign(business, { latitude: null, longitude: null, precision: null });
  }
  Object.assign(business, completePlace(business).place);
  return contradiction ? [contradiction] : [];
}

function contradictionOf({ latitude, longitude, postalCode }: Place): Note | undefined {
  if (latitude === null || longitude === null) return undefined;
  if (!countyAt(latitude, longitude)) return 'coordinatesElsewhere';
  const area = postalCode ? postalAreas().get(postalCode) : undefined;
  return area && isFarFrom(area, { latitude, longitude }) ? 'coordinatesContradictZip' : undefined;
}
