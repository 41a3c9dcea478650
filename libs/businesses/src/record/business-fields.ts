import type { BusinessDto, SparseBusinessDto } from './business.dto.js';
import { SIMPLE_FIELDS } from './simple-fields.js';

export type BusinessField = keyof BusinessDto;

/** Names of all fields of a record, in order. */
export const BUSINESS_FIELDS = Object.keys({
  id: true,
  slug: true,
  name: true,
  status: true,
  categories: true,
  address: true,
  location: true,
  social: true,
  hours: true,
  specialHours: true,
  attributes: true,
  identifiers: true,
  confirmedOn: true,
  confirmedBy: true,
  ...SIMPLE_FIELDS,
  url: true,
  createdAt: true,
  updatedAt: true,
  removedAt: true,
  distance: true,
} satisfies Record<BusinessField, unknown>) as BusinessField[];

export function sparse(business: BusinessDto, fields: readonly BusinessField[]): SparseBusinessDto {
  const kept = Object.entries(business).filter(
    ([name]) => name === 'id' || fields.includes(name as BusinessField),
  );
  return Object.fromEntries(kept) as SparseBusinessDto;
}
