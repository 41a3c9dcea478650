import { isDeepStrictEqual } from 'node:util';
import { slugify } from '#libs/text/src/slug.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import type { StoredBusiness } from './stored-business.js';

/** Whether a row may replace what the directory says, or only add what it does not say yet. */
export type Authority = 'replace' | 'fill';

/** What is not simply there or null: each has a rule of its own. */
const WITH_RULES = new Set([
  'status',
  'categories',
  'latitude',
  'longitude',
  'precision',
  'social',
  'hours',
] satisfies (keyof CleanBusiness)[] as string[]);

/**
 * Brings what a row says into a business. What the row does not say stays as it is: a source that
 * lacks a column takes nothing away.
 *
 * @returns whether anything changed
 */
export function applyRow(
  business: StoredBusiness,
  row: CleanBusiness,
  authority: Authority,
): boolean {
  const changes: Partial<StoredBusiness> = {};
  const replaces = authority === 'replace';
  for (const field of Object.keys(row) as (keyof CleanBusiness)[]) {
    const isSaid = !WITH_RULES.has(field) && row[field] !== null;
    if (isSaid && (replaces || business[field] === null)) {
      Object.assign(changes, { [field]: row[field] });
    }
  }
  if (row.status && replaces) changes.status = row.status;
  if (row.hours.length > 0 && (replaces || business.hours.length === 0)) changes.hours = row.hours;
  changes.social = replaces
    ? { ...business.social, ...row.social }
    : { ...row.social, ...business.social };
  changes.categories = withMore(business.categories, row.categories);
  if (isBetterPlace(business, row, replaces)) {
    const { latitude, longitude, precision } = row;
    Object.assign(changes, { latitude, longitude, precision });
  }
  const changed = (Object.keys(changes) as (keyof StoredBusiness)[]).filter(
    (field) => !isDeepStrictEqual(changes[field], business[field]),
  );
  for (const field of changed) Object.assign(business, { [field]: changes[field] });
  return changed.length > 0;
}

/** A category is known by its slug, however a source capitalises it. */
function withMore(categories: string[], more: string[]): string[] {
  const known = new Set(categories.map((name) => slugify(name)));
  return [...categories, ...more.filter((name) => !known.has(slugify(name)))];
}

const EXACTNESS = { city: 1, postalCode: 2, exact: 3 };

/** A point is replaced by one that is at least as exact, and never by a less exact one. */
function isBetterPlace(business: StoredBusiness, row: CleanBusiness, replaces: boolean): boolean {
  if (row.precision === null) return false;
  if (business.precision === null) return true;
  const gain = EXACTNESS[row.precision] - EXACTNESS[business.precision];
  return gain > 0 || (gain === 0 && replaces);
}
