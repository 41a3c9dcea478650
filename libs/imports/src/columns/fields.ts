import {
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from '#libs/businesses/src/record/social-networks.js';
import { LIST_FIELDS } from '#libs/businesses/src/formats/list-cells.js';
import { ATTRIBUTE_NAMES, type AttributeName } from '#libs/businesses/src/record/attributes.js';
import { type IdentifierScheme, SCHEME_NAMES } from '#libs/businesses/src/record/identifiers.js';
import { SIMPLE_FIELD_NAMES } from '#libs/businesses/src/record/simple-fields.js';

const BUSINESS_FIELDS = [
  // Id of the business in this directory, as in its exports.
  'id',
  // Id of the row in its source, if the source has an id column.
  'sourceId',
  'name',
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
  // Both coordinates in one cell.
  'point',
  'precision',
  ...LIST_FIELDS,
  // `node`, `way` or `relation`, if the column of the OpenStreetMap id has only its number.
  'osmType',
  'confirmedOn',
  ...SIMPLE_FIELD_NAMES,
] as const;

/** A field that a column can hold. A scheme of identifiers has a column of its own. */
export type Field =
  (typeof BUSINESS_FIELDS)[number] | SocialNetwork | AttributeName | IdentifierScheme;

export const FIELDS: readonly Field[] = [
  ...BUSINESS_FIELDS,
  ...SOCIAL_NETWORKS,
  ...ATTRIBUTE_NAMES,
  ...SCHEME_NAMES,
];

/** A row's raw cells by field; empty if the column is blank. */
export type RawRecord = Partial<Record<Field, string>>;
