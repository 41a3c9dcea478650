import { plainText } from '#libs/text/src/plain-text.js';

/**
 * Returns the slug of a city or county, equal to the database function `place_slug`: "St. Louis"
 * becomes "saint-louis".
 */
export function placeSlug(name: string): string {
  return plainText(name.replaceAll('&', ' '))
    .replace(/^st(e?) /, 'saint$1 ')
    .replace(/^mt /, 'mount ')
    .replace(/^ft /, 'fort ')
    .replaceAll(' ', '-');
}

/** Normalizes the name of a city for comparison. */
export function normalisedCity(city: string): string {
  return plainText(city)
    .replace(/^mpls$/, 'minneapolis')
    .replace(/^(?:saint|ste?)\b/, 'st')
    .replace(/^(?:fort|ft)\b/, 'ft')
    .replace(/^(?:mount|mt)\b/, 'mt');
}
