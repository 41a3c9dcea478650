import { plainText } from '#libs/text/src/plain-text.js';

/**
 * Abbreviations spelled out as in the Geographic Names Information System, so that each city has
 * one spelling.
 */
const ABBREVIATIONS = new Map(
  Object.entries({
    st: 'saint',
    ste: 'sainte',
    ft: 'fort',
    mt: 'mount',
    n: 'north',
    no: 'north',
    s: 'south',
    so: 'south',
    e: 'east',
    w: 'west',
    hts: 'heights',
    hgts: 'heights',
    ctr: 'center',
    pk: 'park',
    spgs: 'springs',
    spg: 'spring',
    lk: 'lake',
    intl: 'international',
    mpls: 'minneapolis',
  }),
);

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
export function normalizedCity(city: string): string {
  return plainText(city)
    .replace(/^mpls$/, 'minneapolis')
    .replace(/^(?:saint|ste?)\b/, 'st')
    .replace(/^(?:fort|ft)\b/, 'ft')
    .replace(/^(?:mount|mt)\b/, 'mt');
}

/** Spells out the abbreviations in a name: "W. St. Paul" becomes "West Saint Paul". */
export function spelledOut(name: string): string {
  return name
    .split(' ')
    .map((word) => {
      const whole = ABBREVIATIONS.get(word.toLowerCase().replace(/\.$/, ''));
      return whole ? whole.charAt(0).toUpperCase() + whole.slice(1) : word;
    })
    .join(' ');
}

/** Normalizes the name of a place: "W. St. Paul" becomes "west saint paul". */
export function plainPlace(name: string): string {
  return plainText(name)
    .split(' ')
    .map((word) => ABBREVIATIONS.get(word) ?? word)
    .join(' ');
}

/**
 * Reports whether a word in the name of a place starts with the text. A short text may be an
 * abbreviation or the start of a longer word: "s" of "South" and of "Saint".
 */
export function matchesPlace(name: string, text: string): boolean {
  const words = ` ${plainPlace(name)}`;
  return [plainPlace(text), plainText(text)].some((start) => words.includes(` ${start}`));
}
