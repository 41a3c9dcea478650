import { isDeepStrictEqual } from 'node:util';
import { differingFields } from '#libs/editing/src/changed-fields.js';
import { ATTRIBUTE_NAMES } from '#libs/businesses/src/record/attributes.js';
import {
  type Identifier,
  identifierText,
  SCHEME_NAMES,
} from '#libs/businesses/src/record/identifiers.js';
import { SOCIAL_NETWORKS } from '#libs/businesses/src/record/social-networks.js';
import {
  isListField,
  LIST_FIELDS,
  type ListField,
} from '#libs/businesses/src/formats/list-cells.js';
import { SIMPLE_FIELDS } from '#libs/businesses/src/record/simple-fields.js';
import { slugify } from '#libs/text/src/identifiers.js';
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
import { isCutOff } from './similar-names.js';
import type { StoredBusiness } from './stored-business.js';

/** Fields with a single value; the others are read one by one in `valuesOf`. */
type SingleField = Exclude<
  keyof CleanBusiness,
  | 'latitude'
  | 'longitude'
  | 'precision'
  | 'categories'
  | 'confirmedOn'
  | 'confirmedBy'
  | Group
  | ListField
>;

/** Every field with a single value. A field missing from this list would not be updated by later files. */
const SINGLES = Object.keys({
  name: true,
  status: true,
  street: true,
  unit: true,
  city: true,
  county: true,
  postalCode: true,
  ...SIMPLE_FIELDS,
} satisfies Record<SingleField, unknown>) as SingleField[];

/** Fields with named values, which are written as `social.facebook` and `attributes.wifi`. */
const GROUPS = ['social', 'attributes'] as const;
type Group = (typeof GROUPS)[number];

/** Day on which somebody confirmed a business, as `YYYY-MM-DD`, and who it was. */
interface Confirmation {
  on: string;
  /** See `BusinessDto.confirmedBy`. */
  by: string;
}

/**
 * Known values of a business: single values by name, `location`, `categories`, lists by name, and values
 * of `GROUPS`. Unknown values are omitted.
 */
export interface Values extends PlaceValues {
  name?: string;
  categories?: string[];
  identifiers?: Identifier[];
  confirmed?: Confirmation;
  [field: string]: unknown;
}

/** A business with one property per column, either an imported row or a stored business. */
type Described = Omit<CleanBusiness, 'status'> & Pick<Partial<CleanBusiness>, 'status'>;

export function valuesOf(business: Described): Values {
  const values: Values = {};
  for (const field of SINGLES) {
    if (business[field] != null) Object.assign(values, { [field]: business[field] });
  }
  const { latitude, longitude, precision, categories } = business;
  if (latitude !== null && longitude !== null && precision !== null) {
    values.location = { latitude, longitude, precision };
  }
  for (const group of GROUPS) {
    for (const [name, value] of Object.entries(business[group])) values[`${group}.${name}`] = value;
  }
  for (const field of LIST_FIELDS) {
    if (business[field].length > 0) Object.assign(values, { [field]: business[field] });
  }
  if (categories.length > 0) values.categories = categories;
  const { confirmedOn, confirmedBy } = business;
  if (confirmedOn !== null) values.confirmed = { on: confirmedOn, by: confirmedBy ?? 'admin' };
  return values;
}

/** Value that each column of a row belongs to. */
export const FIELD_VALUES: Partial<Record<Field, string>> = {
  ...Object.fromEntries(SINGLES.map((field) => [field, field])),
  isClosed: 'status',
  isOpen: 'status',
  confirmedOn: 'confirmed',
  category: 'categories',
  houseNumber: 'street',
  latitude: 'location',
  longitude: 'location',
  point: 'location',
  precision: 'location',
  ...Object.fromEntries(LIST_FIELDS.map((field) => [field, field])),
  ...Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, `social.${network}`])),
  ...Object.fromEntries(ATTRIBUTE_NAMES.map((name) => [name, `attributes.${name}`])),
  ...Object.fromEntries(SCHEME_NAMES.map((scheme) => [scheme, 'identifiers'])),
};

/** Returns the values that are blank in a row although the file has columns for them. */
export function blankValues(record: RawRecord): string[] {
  const blank = new Set<string>();
  const filled = new Set<string>();
  for (const [field, cell] of Object.entries(record)) {
    const value = FIELD_VALUES[field as Field];
    // Precision has no meaning without a point.
    if (value && field !== 'precision') (cell.trim() === '' ? blank : filled).add(value);
  }
  return [...blank].filter((value) => !filled.has(value));
}

/**
 * Combines the values of several rows, given in order of precedence: the first value of each field,
 * all categories and identifiers, the latest confirmation, and the first place, completed by rows
 * that have the same address. A name that was cut off is completed.
 */
export function combined(sourceValues: readonly Values[]): Values {
  const values: Values = {};
  let place: PlaceValues = {};
  for (const one of sourceValues) {
    place = completedBy(place, placeOf(one));
    for (const [field, value] of Object.entries(one)) {
      if (isPlaceField(field)) continue;
      if (field === 'categories') values.categories = withMore(values.categories, one.categories);
      else if (field === 'identifiers') values.identifiers = together(values, one);
      else if (field === 'confirmed') values.confirmed = later(values.confirmed, one.confirmed);
      else values[field] ??= value;
    }
    if (values.name && one.name && isCutOff(values.name, one.name)) values.name = one.name;
  }
  return { ...values, ...place };
}

/**
 * Merges two rows with the same key in one file, regardless of order. Keeps the longer value of
 * each field because it has more detail, or the first in character order if both are equally long.
 * If the rows have different addresses, suites or ZIP codes, the whole place comes from one row.
 */
export function united(one: Values, other: Values): Values {
  const values = { ...one, ...other };
  for (const field of Object.keys(one)) {
    if (other[field] === undefined) continue;
    const first = one[field];
    const second = other[field];
    values[field] = isBefore(second, first) ? second : first;
  }
  // One valid license of several keeps a business open.
  if (one.status === 'open' || other.status === 'open') values.status = 'open';
  if (one.confirmed) values.confirmed = later(one.confirmed, other.confirmed);
  if (one.categories) values.categories = withMore(one.categories, other.categories);
  if (one.identifiers) values.identifiers = together(one, other);
  if (!isOnePlace(one, other)) {
    return withPlace(values, betterPlace(placeOf(one), placeOf(other)));
  }
  if (exactnessOf(one.location) !== exactnessOf(other.location)) {
    values.location = moreExact(one.location, other.location);
  }
  return values;
}

function together(one: Values, other: Values): Identifier[] {
  const all = [...(one.identifiers ?? []), ...(other.identifiers ?? [])];
  return [...new Map(all.map((each) => [identifierText(each), each])).values()];
}

function later(one: Confirmation | undefined, other: Confirmation | undefined) {
  return !one || (other && other.on > one.on) ? other : one;
}

function isBefore(one: unknown, other: unknown): boolean {
  const a = JSON.stringify(one);
  const b = JSON.stringify(other);
  return a.length === b.length ? a < b : a.length > b.length;
}

/**
 * Merges a row's new values over its old ones. A value missing from the file is kept, because the
 * file may lack that column. A changed address replaces the whole place.
 *
 * @param blank values whose columns are present but empty; their old values are withdrawn
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

/** Change of a business's value; undefined for none. */
export interface ValueChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Effect of a source row's change on its business. */
export interface Carried {
  changed: ValueChange[];
  /** Fields where an admin's value was kept. */
  kept: string[];
}

/**
 * Applies a change of the sources' combined values to a business. Updates each value that still
 * equals the old combined value. Values changed by an admin are kept.
 *
 * @param changes changes that imports made to the business; if given, values not set by them are
 * kept
 * @returns the changes, and the fields where an admin's value was kept
 */
export function carryInto(
  business: StoredBusiness,
  before: Values,
  after: Values,
  changes?: readonly FieldChanges[],
): Carried {
  const own = valuesOf(business);
  const isPlaceKept = hasAdminsAddress(own, before, after);
  const changed: ValueChange[] = [];
  const kept: string[] = [];
  for (const field of differingFields(before, after)) {
    const isSame = isDeepStrictEqual(own[field], before[field]);
    // An admin had set the value before the sources agreed.
    if (isSame && changes && !isImported(field, own, changes)) continue;
    const isKept = isPlaceKept && isPlaceField(field);
    const value = isKept ? own[field] : nextValue(field, own, before, after, changes);
    if (isDeepStrictEqual(value, own[field])) {
      // A later confirmation by a person is no correction.
      if (field !== 'confirmed' && !isDeepStrictEqual(value, after[field])) kept.push(field);
    } else {
      setValue(business, field, value);
      changed.push({ field, before: own[field], after: value });
    }
  }
  return { changed, kept };
}

/**
 * Reports whether the sources' address changed and an admin edited part of the former address.
 * Mixing the two would create a place that doesn't exist.
 */
function hasAdminsAddress(own: Values, before: Values, after: Values): boolean {
  if (!contradicts(before, after)) return false;
  return (['street', 'city', 'postalCode'] as const).some(
    (part) => own[part] !== before[part] && own[part] !== after[part],
  );
}

/** An import's changes to a business: the changed fields before and after. */
export interface FieldChanges {
  before: Values;
  after: Values;
}

/**
 * Reports whether one of the changes set the present value of a field, which may be none.
 * Categories have several values, which `categoriesAfter` checks one by one.
 */
function isImported(field: string, own: Values, changes: readonly FieldChanges[]): boolean {
  const value = own[field] ?? null;
  return (
    field === 'categories' || changes.some(({ after }) => isDeepStrictEqual(value, after[field]))
  );
}

/**
 * Returns the fields that differ from the sources' values, which are the fields changed by an
 * admin.
 */
export function adminsFields(own: Values, sourceValues: Values): string[] {
  return differingFields({ status: 'open', ...sourceValues }, own).filter(
    (field) =>
      field !== 'confirmed' &&
      (field !== 'categories' ||
        !isDeepStrictEqual(slugsOf(own.categories), slugsOf(sourceValues.categories))),
  );
}

function nextValue(
  field: string,
  own: Values,
  before: Values,
  after: Values,
  changes?: readonly FieldChanges[],
): unknown {
  if (field === 'categories') return categoriesAfter(own, before, after, changes);
  if (field === 'confirmed' && !isDeepStrictEqual(own.confirmed, before.confirmed)) {
    return later(own.confirmed, after.confirmed);
  }
  const isTheirs =
    isDeepStrictEqual(own[field], before[field]) ||
    // The column default, which no source stated.
    (field === 'status' && before.status === undefined && own.status === 'open') ||
    // The center of an area, which no source stated.
    (field === 'location' && exactnessOf(after.location) > exactnessOf(own.location));
  if (!isTheirs) return own[field];
  if (after[field] !== undefined) return after[field];
  return field === 'status' ? 'open' : field === 'name' ? own.name : undefined;
}

/**
 * Updates categories individually, matched by slug regardless of capitalization.
 *
 * @param changes as for `carryInto`; categories that none of them added or removed are kept
 */
function categoriesAfter(
  { categories: own }: Values,
  { categories: before }: Values,
  { categories: after }: Values,
  changes?: readonly FieldChanges[],
): string[] | undefined {
  const touched = slugsOf(
    changes?.flatMap((change) => [
      ...without(change.before.categories, change.after.categories),
      ...without(change.after.categories, change.before.categories),
    ]),
  );
  const moved = (names?: string[], others?: string[]) =>
    without(names, others).filter((name) => !changes || touched.has(slugify(name)));
  const left = without(own, moved(before, after));
  const categories = withMore(left, moved(after, before));
  return categories.length > 0 ? categories : undefined;
}

function slugsOf(names?: readonly string[] | null): Set<string> {
  return new Set(names?.map((name) => slugify(name)));
}

/** Returns the names that another list lacks. */
export function without(
  names?: readonly string[] | null,
  others?: readonly string[] | null,
): string[] {
  const slugs = slugsOf(others);
  return (names ?? []).filter((name) => !slugs.has(slugify(name)));
}

export function withMore(categories: string[] = [], more: string[] = []): string[] {
  return [...categories, ...without(more, categories)];
}

export function setValue(business: StoredBusiness, field: string, value: unknown): void {
  const group = GROUPS.find((each) => field.startsWith(`${each}.`));
  if (field === 'location') {
    const nowhere = { latitude: null, longitude: null, precision: null };
    Object.assign(business, value ?? nowhere);
  } else if (field === 'confirmed') {
    const { on = null, by = null } = (value ?? {}) as Partial<Confirmation>;
    Object.assign(business, { confirmedOn: on, confirmedBy: by });
  } else if (group) {
    const named = { ...business[group], [field.slice(group.length + 1)]: value };
    const left = Object.entries(named).filter(([, each]) => each !== undefined);
    Object.assign(business, { [group]: Object.fromEntries(left) });
  } else {
    const isList = isListField(field) || field === 'categories';
    Object.assign(business, { [field]: value ?? (isList ? [] : null) });
  }
}

/** Returns the name of a value's field in business records. */
export function recordFieldOf(field: string): string {
  return isPlaceField(field) && field !== 'location' ? `address.${field}` : field;
}

/** Returns values by the names of their fields in business records. */
export function withRecordFields(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [recordFieldOf(field), value]),
  );
}
