import { readableName } from './readable-name.js';

/**
 * A city as the directory spells it. "Saint" is written out, as the Geographic Names Information
 * System and the Postal Service do, so that a city has one name.
 */
export function cleanCity(text: string): string {
  const name = readableName(text.replace(/,?\s+(?:mn|minnesota)\.?$/i, ''));
  return name
    .replace(/^mpls\.?$/i, 'Minneapolis')
    .replace(/^st\.?\s+/i, 'Saint ')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
