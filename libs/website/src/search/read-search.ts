import { ATTRIBUTE_FILTERS, type AttributeFilter } from '#libs/directory-index/src/attributes.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import {
  choicesIn,
  MAX_CHOICES,
  MAX_CHOICES_LENGTH,
} from '#libs/http/src/validation/choices.decorator.js';
import { type Intent, NEAR_WORDS, splitIntent } from './intent-words.js';
import { readPage, type SearchQuery, SORTS, OPENINGS } from './search-query.js';

/** The whole state as a place, which restricts nothing. */
const WHOLE_STATE = /^(?:minnesota|mn)$/i;

/** Country after the state, as in addresses copied from a map. */
const COUNTRY = /(?<=\b(?:mn|minnesota)(?: [\d-]{5,10})?),?\s+(?:usa|united states|ee\. ?uu\.)$/i;

const LONGEST = { q: 200, where: 100 };

/**
 * Reads the parameters of an address. Visitors do not write addresses, so an invalid parameter is
 * ignored. Phrases such as "open now", "free wifi" or "in Duluth" in `q` become filters.
 */
export function readSearch(query: Readonly<Record<string, unknown>>): SearchQuery {
  const text = (name: keyof typeof LONGEST) => {
    const value = [query[name]].flat()[0];
    if (typeof value !== 'string') return undefined;
    return (
      value
        .replace(/\p{Cc}+/gu, ' ')
        .replace(/\p{Cf}+/gu, '')
        .trim()
        .slice(0, LONGEST[name])
        .replace(COUNTRY, '') || undefined
    );
  };
  const place = text('where');
  const isNearMe = place?.replace(NEAR_WORDS, '').trim() === '';
  const given = place && (isNearMe || WHOLE_STATE.test(place)) ? undefined : place;
  const fields = ({ q, opening, attributes, isNear, where }: Intent): Partial<SearchQuery> => ({
    q: q || undefined,
    where,
    attributes: attributesIn([query.attribute, attributes].flat()),
    open: opening ?? OPENINGS.find((each) => each === query.open),
    near: where === undefined && (isNear || isNearMe || query.near === 'me') ? 'me' : undefined,
  });
  const q = text('q') ?? '';
  const intent = splitIntent(q, given);
  return {
    ...fields(intent),
    category: valuesOf(query.category),
    city: placesOf(query.city),
    county: placesOf(query.county),
    sort: SORTS.find((sort) => sort === query.sort),
    page: readPage(query),
    ...(intent.q !== q && {
      asName: fields({ q, attributes: [], isNear: false, where: given }),
    }),
  };
}

/**
 * Returns the values of a comma-separated or repeated parameter, sorted and without duplicates, or
 * undefined if there are none.
 */
function valuesOf(value: unknown): string[] | undefined {
  const texts = [value].flat().filter((each) => typeof each === 'string');
  const list = texts
    .join()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_CHOICES_LENGTH);
  const values = choicesIn(list).filter(Boolean).slice(0, MAX_CHOICES);
  return values.length > 0 ? values : undefined;
}

/** Returns the slugs of cities or counties given by name or slug, as the API accepts them. */
function placesOf(value: unknown): string[] | undefined {
  return valuesOf(valuesOf(value)?.map(placeSlug));
}

/** Returns known attributes in a fixed order, or undefined if there are none. */
function attributesIn(value: unknown): AttributeFilter[] | undefined {
  const names = valuesOf(value) ?? [];
  const known = ATTRIBUTE_FILTERS.filter((filter) => names.includes(filter));
  return known.length > 0 ? known : undefined;
}
