import { plainText } from '#libs/text/src/plain-text.js';

/** A city's name as it compares. */
export function normalisedCity(city: string): string {
  return plainText(city)
    .replace(/^mpls$/, 'minneapolis')
    .replace(/^(?:saint|ste?)\b/, 'st')
    .replace(/^(?:fort|ft)\b/, 'ft')
    .replace(/^(?:mount|mt)\b/, 'mt');
}
