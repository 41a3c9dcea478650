import { normalisedCity } from '#libs/geography/src/place-names.js';
import { normalisedName } from './normalised-name.js';
import { normalisedStreet } from './normalised-street.js';

/** What tells one business from another. */
export interface Identity {
  name: string;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
}

/**
 * The text that is equal for two records of one business: name, city (or ZIP, where no city is
 * known) and street, as they compare. Without a street, the phone number or else the coordinates
 * (to about 100 m) stand in for it, so that two branches in one town stay two.
 */
export function matchKey(business: Identity): string {
  const { name, street, city, postalCode } = business;
  const place = city ? normalisedCity(city) : (postalCode ?? '');
  const spot = street ? normalisedStreet(street) : withoutStreet(business);
  return [normalisedName(name), place, spot].join('|');
}

function withoutStreet({ phone, latitude, longitude }: Identity): string {
  if (phone) return phone;
  if (latitude === null || longitude === null) return '';
  return `${latitude.toFixed(3)},${longitude.toFixed(3)}`;
}
