import { ATTRIBUTE_FILTERS, type AttributeFilter } from '#libs/directory-index/src/attributes.js';
import type { Day } from '#libs/directory-index/src/opening-hours.js';
import { cityNamed } from '#libs/geography/src/cities.js';
import { COUNTY, countyNamed } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { postalAreas } from '#libs/geography/src/postal-codes.js';
import { type Opening, OPENINGS } from './search-query.js';

const DAY_NAMES: Record<Day, string> = {
  monday: 'mondays?|lunes|isniin|hnub zwj hli',
  tuesday: 'tuesdays?|martes|talaado|hnub zwj quag',
  wednesday: 'wednesdays?|mi[eé]rcoles|arbaco|hnub zwj feeb',
  thursday: 'thursdays?|jueves|khamiis|hnub zwj teeb',
  friday: 'fridays?|viernes|jimce|hnub zwj kuab',
  saturday: 'saturdays?|s[aá]bados?|sabti|hnub zwj cag',
  sunday: 'sundays?|domingos?|axad|hnub zwj hnub',
};
/** Further days after the first, which is the one that the filter shows. */
const MORE_DAYS = `(?:(?:, ?| (?:and|or|y|o|iyo|ama|thiab|los) )(?:el |los )?(?:${Object.values(DAY_NAMES).join('|')}))*`;

const day = (name: Day) =>
  wordsFrom(
    `(?:open|abiert[oa]s?(?: el| los)?|furan|qhib)(?: on)? (?:${DAY_NAMES[name]})${MORE_DAYS}`,
  );

/** Phrases that visitors type for each, in the languages of the website. */
const OPENING_WORDS: Record<Opening, RegExp> = {
  now: wordsFrom('open (?:right )?now|abiert[oa]s? ahora|hadda furan|qhib tam sim no'),
  today: wordsFrom('open today|abiert[oa]s? hoy|maanta furan|qhib hnub no'),
  tomorrow: wordsFrom('open tomorrow|abiert[oa]s? ma[nñ]ana|berri furan|qhib tag kis'),
  // Businesses that never close are open late, and no filter is narrower.
  late: wordsFrom(
    'open late|abiert[oa]s? (?:hasta )?tarde|furan ilaa goor dambe|qhib txog lig|' +
      '(?:open )?tonight|abiert[oa]s? esta noche|caawa furan|qhib hmo no|' +
      '(?:(?:open|abiert[oa]s?(?: las)?|furan|qhib) )?(?<!\\d)24(?:[ -]?(?:hours?|hrs?|horas|saacadood|teev)|/7(?!\\d))',
  ),
  weekend: wordsFrom(
    'open (?:on )?saturdays? (?:and|or) sundays?|abiert[oa]s? (?:los )?s[aá]bados? [yo] domingos?|' +
      '(?:open )?this weekend|open (?:on )?(?:the )?weekends?|(?:abiert[oa]s? )?este fin de semana|' +
      'abiert[oa]s? (?:el fin|los fines) de semana|furan dhammaadka usbuuca|qhib weekend no',
  ),
  monday: day('monday'),
  tuesday: day('tuesday'),
  wednesday: day('wednesday'),
  thursday: day('thursday'),
  friday: day('friday'),
  saturday: day('saturday'),
  sunday: day('sunday'),
};

const attribute = (phrases: string) =>
  wordsFrom(
    `(?:(?:with|and|that|who|has|con|y|que|tienen?) ){0,2}(?:(?:takes?|accepts?|aceptan?) )?(?:${phrases})`,
  );
const language = (english: string, spanish: string, others: string) =>
  attribute(
    `speaks? ${english}|${english}[ -]speaking|(?:se )?habl(?:an?|amos) ${spanish}|${others}`,
  );

/** Phrases for attributes. Words that also occur in names, such as "parking", need another word. */
const ATTRIBUTES: Partial<Record<AttributeFilter, RegExp>> = {
  wheelchair: attribute(
    'wheelchair[ -]access(?:ible)?|(?:acces(?:o|ibles?) (?:en|para|con) )?silla de ruedas|' +
      'kursiga curyaanka|rooj zaum muaj log',
  ),
  wifi: attribute('(?:free )?wi-?fi(?: gratis)?'),
  outdoorSeating: attribute(
    'outdoor (?:seating|dining)|mesas al aire libre|fadhi dibadda ah|chaw zaum sab nraud',
  ),
  takeout: attribute('take-?out|carry-?out|comida para llevar|cunto la qaato|yuav mus noj'),
  delivery: attribute(
    '(?<=\\p{L} )(?<!(?:package|parcel) )delivery|delivers|entregas? a domicilio',
  ),
  reservations: attribute('reservations|reservaciones'),
  parking: attribute('free parking|estacionamiento gratis'),
  restroom: attribute('public restrooms?|ba[nñ]os? p[uú]blicos?'),
  ebt: attribute('ebt(?:/snap)?|snap/ebt|food stamps'),
  wic: attribute('(?<=(?:takes?|accepts?|aceptan?) )wic'),
  spanish: language('spanish', 'espa[ñn]ol', 'lagu hadlaa isbaanish'),
  somali: language('somali', 'somal[íi]', 'lagu hadlaa soomaali'),
  hmong: language('hmong', 'hmong', 'hais lus hmoob'),
};

export const NEAR_WORDS = wordsFrom(
  'near me|near by|nearby|cerca de m[ií]|agtayda|(?:nyob )?ze kuv',
);
const IN = /^(.*?)(?<!\p{L})(?:in|near|en|cerca de|gudaha|hauv)\s+(\S.*)$/iu;
const POSTAL_CODE_FIRST = /^(\d{5})[\s,]+(\S.*)$/;
const POSTAL_CODE_LAST = /^(.*?)[\s,]*(?<!\d)(\d{5})$/;
/** The state at the end of a text, after a place. */
export const STATE = /[\s,]+(?:mn|minnesota)\.?$/i;

export interface Intent {
  /** Remaining search words. */
  q: string;
  opening?: Opening;
  attributes: AttributeFilter[];
  isNear: boolean;
  /** Place named in the text, such as "Duluth" or "55401". */
  where?: string;
}

/**
 * Splits a text such as "brewery in Duluth open now" into search words and filters.
 *
 * @param where place given otherwise, in which case the text keeps its own
 */
export function splitIntent(text: string, where?: string): Intent {
  const contains = (words: RegExp | undefined) => words !== undefined && text.search(words) >= 0;
  const openings = OPENINGS.filter((each) => contains(OPENING_WORDS[each]));
  const attributes = ATTRIBUTE_FILTERS.filter((each) => contains(ATTRIBUTES[each]));
  const phrases = [
    ...openings.map((each) => OPENING_WORDS[each]),
    ...attributes.map((each) => ATTRIBUTES[each]!),
    NEAR_WORDS,
  ];
  const rest = phrases.reduce((left, words) => left.replace(words, ' '), text);
  const q = rest === text ? text : withoutEdges(rest.replace(/\s+/g, ' '));
  const isNear = contains(NEAR_WORDS);
  const place = where === undefined ? splitPlace(q) : { where };
  // A search has one opening. The page shows which.
  return { q, opening: openings[0], attributes, isNear, ...place };
}

/** Splits off a place that Minnesota has. Any other text may belong to a name. */
function splitPlace(text: string): { q: string; where: string } | undefined {
  const [, before, last] = POSTAL_CODE_LAST.exec(text) ?? [];
  const [, first, after] = POSTAL_CODE_FIRST.exec(text) ?? [];
  const area = postalAreas().get(last ?? first ?? '');
  if (area) return { q: withoutCity(before ?? after!, area.city), where: area.postalCode };
  const [, words, place] = IN.exec(text) ?? [];
  const name = place?.replace(STATE, '');
  const isPlace = name && (cityNamed(name) || (COUNTY.test(name) && countyNamed(name)));
  return isPlace ? { q: withoutEdges(words!), where: name } : undefined;
}

/** Removes a city, with or without the state, from the end of a text. */
function withoutCity(text: string, city: string): string {
  const stateless = text.replace(STATE, '');
  const words = stateless.split(/[\s,]+/);
  const start = Math.max(0, words.length - city.split(' ').length);
  const isNamed = placeSlug(words.slice(start).join(' ')) === placeSlug(city);
  const left = isNamed ? words.slice(0, start).join(' ') : stateless;
  return left.replace(/(?:^|\s)(?:in|near|en|hauv)$/i, '').trim();
}

/** Removes spaces and commas that the removed words leave at the start and end. */
export function withoutEdges(text: string): string {
  return text.replace(/^[\s,]+|[\s,]+$/g, '');
}

function wordsFrom(alternatives: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, 'giu');
}
