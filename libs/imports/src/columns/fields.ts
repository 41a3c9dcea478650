import type { SocialNetwork } from '#libs/businesses/src/record/enumerations.js';
import { ACCOUNT_ADDRESSES } from '../cleaning/contact.js';

const BUSINESS_FIELDS = [
  // Id of the business in this directory, as its exports have it.
  'id',
  // What identifies a row in its source, where that has such a column.
  'sourceId',
  'name',
  'description',
  'status',
  'isClosed',
  'isOpen',
  'category',
  'street',
  'houseNumber',
  'unit',
  'city',
  'county',
  'state',
  'postalCode',
  'country',
  'latitude',
  'longitude',
  'precision',
  'phone',
  'email',
  'website',
  'hours',
  'establishedOn',
] as const;

/** What a source's column can be. */
export type Field = (typeof BUSINESS_FIELDS)[number] | SocialNetwork;

export const FIELDS: readonly Field[] = [
  ...BUSINESS_FIELDS,
  ...(Object.keys(ACCOUNT_ADDRESSES) as SocialNetwork[]),
];

/** A row as its source has it: the text of each field that has a column, empty where that is blank. */
export type RawRecord = Partial<Record<Field, string>>;
