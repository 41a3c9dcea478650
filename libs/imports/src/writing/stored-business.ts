import type { BusinessStatus } from '#libs/database/src/database.js';
import {
  DECLARATIONS,
  type FieldForm,
  SIMPLE_FIELD_NAMES,
} from '#libs/businesses/src/record/simple-fields.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';

/** A business as stored or to be stored, with the columns that an import writes. */
export interface StoredBusiness extends Omit<CleanBusiness, 'status'> {
  id: string;
  slug: string;
  status: BusinessStatus;
  matchKey: string;
  /** False if an admin created the business or decided to keep it. */
  isImported: boolean;
  isRemoved: boolean;
  /** Business that an admin merged this one into. */
  mergedInto: string | null;
  /** Revision when the business was read. Later changes are not overwritten. */
  revision: number;
}

/** Columns of "businesses" that an import reads and writes, with their types. */
export const COLUMNS = [
  ['id', 'uuid', 'id'],
  ['slug', 'text', 'slug'],
  ['name', 'text', 'name'],
  ['status', 'business_status', 'status'],
  ['street', 'text', 'street'],
  ['unit', 'text', 'unit'],
  ['city', 'text', 'city'],
  ['county', 'text', 'county'],
  ['postal_code', 'text', 'postalCode'],
  ['latitude', 'double precision', 'latitude'],
  ['longitude', 'double precision', 'longitude'],
  ['precision', 'location_precision', 'precision'],
  ['social', 'jsonb', 'social'],
  ['hours', 'jsonb', 'hours'],
  ['special_hours', 'jsonb', 'specialHours'],
  ['attributes', 'jsonb', 'attributes'],
  ['identifiers', 'jsonb', 'identifiers'],
  ['confirmed_on', 'date', 'confirmedOn'],
  ['confirmed_by', 'text', 'confirmedBy'],
  ...SIMPLE_FIELD_NAMES.map(
    (name) => [DECLARATIONS[name].column, typeOf(DECLARATIONS[name].form), name] as const,
  ),
  ['match_key', 'text', 'matchKey'],
  ['is_imported', 'boolean', 'isImported'],
] as const satisfies readonly (readonly [string, string, keyof StoredBusiness])[];

function typeOf(form: FieldForm): string {
  return form === 'date' ? 'date' : form === 'level' ? 'smallint' : 'text';
}
