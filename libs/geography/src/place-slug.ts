import { plainText } from '#libs/text/src/plain-text.js';

/** What a city or county is called in an address, as `place_slug` of the database makes it: "St. Louis" is "saint-louis". */
export function placeSlug(name: string): string {
  return plainText(name)
    .replace(/^st(e?) /, 'saint$1 ')
    .replace(/^mt /, 'mount ')
    .replace(/^ft /, 'fort ')
    .replaceAll(' ', '-');
}
