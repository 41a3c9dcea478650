import type { BusinessStatus } from '#libs/database/src/database.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';

/** A business as the directory has it, or will have it, in the columns that an import writes. */
export interface StoredBusiness extends Omit<CleanBusiness, 'status'> {
  id: string;
  slug: string;
  status: BusinessStatus;
  matchKey: string;
  /** Digest of the row that was last imported into it. */
  importDigest: string | null;
  isRemoved: boolean;
  /** That it was read at; a change since then is not overwritten. */
  revision: number;
}

/** The columns of "businesses" that an import reads and writes, with their types. */
export const COLUMNS = [
  ['id', 'uuid', 'id'],
  ['slug', 'text', 'slug'],
  ['name', 'text', 'name'],
  ['description', 'text', 'description'],
  ['status', 'business_status', 'status'],
  ['street', 'text', 'street'],
  ['unit', 'text', 'unit'],
  ['city', 'text', 'city'],
  ['county', 'text', 'county'],
  ['postal_code', 'text', 'postalCode'],
  ['latitude', 'double precision', 'latitude'],
  ['longitude', 'double precision', 'longitude'],
  ['precision', 'location_precision', 'precision'],
  ['phone', 'text', 'phone'],
  ['email', 'text', 'email'],
  ['website', 'text', 'website'],
  ['social', 'jsonb', 'social'],
  ['hours', 'jsonb', 'hours'],
  ['established_on', 'date', 'establishedOn'],
  ['match_key', 'text', 'matchKey'],
  ['import_digest', 'text', 'importDigest'],
] as const satisfies readonly (readonly [string, string, keyof StoredBusiness])[];
