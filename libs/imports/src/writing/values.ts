import { isDeepStrictEqual } from 'node:util';
import { SOCIAL_NETWORKS } from '#libs/businesses/src/record/enumerations.js';
import { slugify } from '#libs/text/src/slug.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import type { Field, RawRecord } from '../columns/fields.js';
import {
  betterPlace,
  completedBy,
  contradicts,
  exactnessOf,
  isOnePlace,
  isPlaceField,
  moreExact,
  placeOf,
  type PlaceValues,
} from './place.js';
import type { StoredBusiness } from './stored-business.js';

/** Fields whose value is one text; the others are read one by one in `valuesOf`. */
type TextField = Exclude<
  keyof CleanBusiness,
  'latitude' | 'longitude' | 'precision' | 'social' | 'hours' | 'categories'
>;

/** All of them: what is missing here would not be updated by later files. */
const TEXTS = Object.keys({
  name: true,
  description: true,
  status: true,
  street: true,
  unit: true,
  city: true,
  county: true,
  postalCode: true,
  phone: true,
  email: true,
  website: true,
  establishedOn: true,
} satisfies Record<TextField, true>) as TextField[];

const SOCIAL = 'social.';

/**
 * What is said of a business, value by value: a text by its field, `location`, `hours`,
 * `categories` and an account as `social.facebook`. What is not said is not there.
 */
export interface Values extends PlaceValues {
  categories?: string[];
  [field: string]: unknown;
}

/** A business with its values in columns, as a row of an import or in the directory. */
type Described = Omit<CleanBusiness, 'status'> & Pick<Partial<CleanBusiness>, 'status'>;

export function valuesOf(business: Described): Values {
  const values: Values = {};
  for (const field of TEXTS) if (business[field] != null) values[field] = business[field];
  const { latitude, longitude, precision, social, hours, categories } = business;
  if (latitude !== null && longitude !== null && precision !== null) {
    values.location = { latitude, longitude, precision };
  }
  for (const [network, account] of Object.entries(social)) values[SOCIAL + network] = account;
  if (hours.length > 0) values.hours = hours;
  if (categories.length > 0) values.categories = categories;
  return values;
}

/** The value that each field of a row is read into. */
export const FIELD_VALUES: Partial<Record<Field, string>> = {
  ...Object.fromEntries(TEXTS.map((field) => [field, field])),
  isClosed: 'status',
  isOpen: 'status',
  category: 'categories',
  houseNumber: 'street',
  latitude: 'location',
  longitude: 'location',
  precision: 'location',
  hours: 'hours',
  ...Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, SOCIAL + network])),
};

/** Names the values that a row has nothing of, though the file has columns for them. */
export function blankValues(record: RawRecord): string[] {
  const [blank, filled] = [new Set<string>(), new Set<string>()];
  for (const [field, cell] of Object.entries(record)) {
    const value = FIELD_VALUES[field as Field];
    // How exact a point is tells nothing without the point.
    if (value && field !== 'precision') (cell.trim() === '' ? blank : filled).add(value);
  }
  return [...blank].filter((value) => !filled.has(value));
}

/**
 * Combines the values of several rows, given in order of precedence: the first value of each field,
 * all categories, and the first place, completed by rows that have the same address.
 */
export function combined(said: readonly Values[]): Values {
  const values: Values = {};
  let place: PlaceValues = {};
  for (const one of said) {
    place = completedBy(place, placeOf(one));
    for (const [field, value] of Object.entries(one)) {
      if (isPlaceField(field)) continue;
      if (field === 'categories') values.categories = withMore(values.categories, one.categories);
      else values[field] ??= value;
    }
  }
  return { ...values, ...place };
}

/**
 * Combines two rows of one key in one file, in whichever order they come: the longer value of each
 * field, as it has more detail; of two equally long, the first in character order. Where the rows
 * have two addresses or suites, the whole place is that of one row.
 */
export function united(one: Values, other: Values): Values {
  const values = { ...one, ...other };
  for (const field of Object.keys(one)) {
    if (other[field] === undefined) continue;
    const [first, second] = [one[field], other[field]];
    values[field] = isBefore(second, first) ? second : first;
  }
  if (one.categories) values.categories = withMore(one.categories, other.categories);
  if (!isOnePlace(one, other)) {
    return withPlace(values, betterPlace(placeOf(one), placeOf(other)));
  }
  if (exactnessOf(one.location) !== exactnessOf(other.location)) {
    values.location = moreExact(one.location, other.location);
  }
  return values;
}

function isBefore(one: unknown, other: unknown): boolean {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  return a.length === b.length ? a < b : a.length > b.length;
}

/**
 * Merges a row's new values over its old ones. A value missing from the file is kept, because the
 * file may lack that column; but nothing is kept of an old place once the address is another one.
 *
 * @param blank fields whose columns the file has, with nothing in them: their old values are withdrawn
 */
export function revised(before: Values, now: Values, blank: readonly string[] = []): Values {
  const kept = Object.fromEntries(
    Object.entries(before).filter(([field]) => !blank.includes(field)),
  );
  return withPlace({ ...kept, ...now }, completedBy(placeOf(now), placeOf(kept)));
}

function withPlace(values: Values, place: PlaceValues): Values {
  const others = Object.entries(values).filter(([field]) => !isPlaceField(field));
  return { ...Object.fromEntries(others), ...place };
}

/**
 * Brings what became of the sources' values into a business: where it had what they came to before,
 * it gets what they come to now. What else it has is an admin's, and stays.
 *
 * @returns the fields that changed, and those that an admin's value kept from it
 */
export function carryInto(
  business: StoredBusiness,
  before: Values,
  after: Values,
): { changed: string[]; kept: string[] } {
  const own = valuesOf(business);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const moved = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const isPlaceKept = hasAdminsAddress(own, before, after);
  const changed: string[] = [];
  const kept: string[] = [];
  for (const field of moved) {
    const isKept = isPlaceKept && isPlaceField(field);
    const value = isKept ? own[field] : nextValue(field, own, before, after);
    if (isDeepStrictEqual(value, own[field])) {
      if (!isDeepStrictEqual(value, after[field])) kept.push(field);
    } else {
      setValue(business, field, value);
      changed.push(field);
    }
  }
  return { changed, kept };
}

/**
 * Reports whether sources have another address now, and an admin changed a part of the former one:
 * a half of either would be a place that does not exist.
 */
function hasAdminsAddress(own: Values, before: Values, after: Values): boolean {
  if (!contradicts(before, after)) return false;
  return (['street', 'city', 'postalCode'] as const).some(
    (part) => own[part] !== before[part] && own[part] !== after[part],
  );
}

/** What an import changed of a business: its fields as they were, and as they were then. */
export interface FieldChanges {
  before: Values;
  after: Values;
}

/**
 * What sources say without what a business has all the same, though no import brought it: an admin
 * had said it before they did.
 *
 * @param changes all that imports changed of it
 */
export function broughtByImports(
  said: Values,
  own: Values,
  changes: readonly FieldChanges[],
): Values {
  const { categories = [], ...others } = said;
  const isBrought = ([field, value]: [string, unknown]) =>
    !isDeepStrictEqual(value, own[field]) ||
    changes.some(({ after }) => isDeepStrictEqual(value, after[field]));
  const values = Object.fromEntries(Object.entries(others).filter(isBrought)) as Values;
  const added = slugsOf(
    changes.flatMap(({ before, after }) => {
      const were = slugsOf(before.categories ?? []);
      return (after.categories ?? []).filter((name) => !were.has(slugify(name)));
    }),
  );
  const brought = categories.filter((name) => added.has(slugify(name)));
  return brought.length > 0 ? { ...values, categories: brought } : values;
}

/** The fields that differ from what sources say: those that an admin changed. */
export function adminsFields(own: Values, said: Values): string[] {
  return [...new Set([...Object.keys(own), ...Object.keys(said)])].filter((field) => {
    if (field === 'categories') {
      return !isDeepStrictEqual(slugsOf(own.categories), slugsOf(said.categories));
    }
    if (field === 'status') return own.status !== (said.status ?? 'open');
    return !isDeepStrictEqual(own[field], said[field]);
  });
}

function nextValue(field: string, own: Values, before: Values, after: Values): unknown {
  if (field === 'categories') {
    return categoriesAfter(own.categories, before.categories, after.categories);
  }
  const isTheirs =
    isDeepStrictEqual(own[field], before[field]) ||
    // What nobody says is the column's default.
    (field === 'status' && before.status === undefined && own.status === 'open') ||
    // The middle of an area is nobody's statement.
    (field === 'location' && exactnessOf(after.location) > exactnessOf(own.location));
  if (!isTheirs) return own[field];
  if (after[field] !== undefined) return after[field];
  return field === 'status' ? 'open' : field === 'name' ? own.name : undefined;
}

/** Each category is a value of its own; it is known by its slug, however a source capitalises it. */
function categoriesAfter(own: string[] = [], before: string[] = [], after: string[] = []) {
  const [was, is, has] = [slugsOf(before), slugsOf(after), slugsOf(own)];
  const left = own.filter((name) => !was.has(slugify(name)) || is.has(slugify(name)));
  const added = after.filter((name) => !was.has(slugify(name)) && !has.has(slugify(name)));
  const categories = [...left, ...added];
  return categories.length > 0 ? categories : undefined;
}

function slugsOf(names: readonly string[] = []): Set<string> {
  return new Set(names.map((name) => slugify(name)));
}

export function withMore(categories: string[] = [], more: string[] = []): string[] {
  const known = slugsOf(categories);
  return [...categories, ...more.filter((name) => !known.has(slugify(name)))];
}

export function setValue(business: StoredBusiness, field: string, value: unknown): void {
  if (field === 'location') {
    const nowhere = { latitude: null, longitude: null, precision: null };
    Object.assign(business, value ?? nowhere);
  } else if (field.startsWith(SOCIAL)) {
    const accounts = { ...business.social, [field.slice(SOCIAL.length)]: value };
    const left = Object.entries(accounts).filter(([, account]) => account !== undefined);
    business.social = Object.fromEntries(left) as Record<string, string>;
  } else {
    const isList = field === 'hours' || field === 'categories';
    Object.assign(business, { [field]: value ?? (isList ? [] : null) });
  }
}
