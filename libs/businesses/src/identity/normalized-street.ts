import { plainText } from '#libs/text/src/plain-text.js';

/** Abbreviations of the Postal Service by word (USPS Publication 28, appendices B and C1). */
export const ABBREVIATIONS = new Map(
  Object.entries({
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
    northeast: 'ne',
    northwest: 'nw',
    southeast: 'se',
    southwest: 'sw',
    no: 'n',
    so: 's',
    alley: 'aly',
    avenue: 'ave',
    av: 'ave',
    boulevard: 'blvd',
    center: 'ctr',
    centre: 'ctr',
    circle: 'cir',
    court: 'ct',
    crossing: 'xing',
    drive: 'dr',
    expressway: 'expy',
    freeway: 'fwy',
    heights: 'hts',
    highway: 'hwy',
    lane: 'ln',
    mount: 'mt',
    parkway: 'pkwy',
    place: 'pl',
    plaza: 'plz',
    point: 'pt',
    road: 'rd',
    saint: 'st',
    square: 'sq',
    street: 'st',
    terrace: 'ter',
    trail: 'trl',
    first: '1st',
    second: '2nd',
    third: '3rd',
    fourth: '4th',
    fifth: '5th',
    sixth: '6th',
    seventh: '7th',
    eighth: '8th',
    ninth: '9th',
    tenth: '10th',
    eleventh: '11th',
    twelfth: '12th',
  }),
);

const DIRECTION = /^(\d+\S*) (n|s|e|w|ne|nw|se|sw) (?!.* (?:n|s|e|w|ne|nw|se|sw)$)(.+)$/;

/**
 * Normalizes a street address for comparison: with uniform abbreviations and the direction last.
 */
export function normalizedStreet(street: string): string {
  return plainText(street)
    .split(' ')
    .map((word) => ABBREVIATIONS.get(word) ?? word)
    .join(' ')
    .replace(DIRECTION, '$1 $3 $2');
}
