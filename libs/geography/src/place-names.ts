import { plainText } from '#libs/text/src/plain-text.js';

/** What a city or county is called in an address, as `place_slug` of the database makes it: "St. Louis" is "saint-louis". */
export function placeSlug(name: string): string {
  return plainText(name.replaceAll('&', ' '))
    .replace(/^st(e?) /, 'saint$1 ')
    .replace(/^mt /, 'mount ')
    .replace(/^ft /, 'fort ')
    .replaceAll(' ', '-');
}

/** A city's name as it compares. */
export function normalisedCity(city: string): string {
  return plainText(city)
    .replace(/^mpls$/, 'minneapolis')
    .replace(/^(?:saint|ste?)\b/, 'st')
    .replace(/^(?:fort|ft)\b/, 'ft')
    .replace(/^(?:mount|mt)\b/, 'mt');
}
