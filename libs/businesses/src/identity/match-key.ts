import { normalizedCity } from '#libs/geography/src/place-names.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { normalizedStreet } from './normalized-street.js';

/** Fields that distinguish one business from another. */
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
 * Returns a key that is equal for two records of the same business. It consists of the normalized
 * name, city (or ZIP code, if the city is unknown) and street. Without a street it uses the phone
 * number, or else the coordinates (to about 100 m), so that two branches in one town stay separate.
 */
export function matchKey(business: Identity): string {
  const { name, street, city, postalCode } = business;
  const place = city ? normalizedCity(city) : (postalCode ?? '');
  const spot = street ? normalizedStreet(street) : withoutStreet(business);
  return [normalizedName(name), place, spot].join('|');
}

function withoutStreet({ phone, latitude, longitude }: Identity): string {
  if (phone) return phone;
  if (latitude === null || longitude === null) return '';
  return `${latitude.toFixed(3)},${longitude.toFixed(3)}`;
}

const LEGAL_FORM =
  /(?: (?:inc|incorporated|llc|l l c|llp|lp|ltd|limited|co|company|corp|corporation|pllc|pa))+$/;

/**
 * Normalizes a business name for comparison: without article, legal form, case, accents and
 * punctuation.
 */
export function normalizedName(name: string): string {
  const plain = plainText(name).replace(/^the (?=.)/, '');
  return plain.replace(LEGAL_FORM, '') || plain;
}
