import type { BusinessDto } from './business.dto.js';

export type BusinessField = keyof BusinessDto;

/** Every key that a record of a business has, in its order. */
export const BUSINESS_FIELDS = Object.keys({
  id: true,
  slug: true,
  name: true,
  description: true,
  status: true,
  categories: true,
  address: true,
  location: true,
  phone: true,
  email: true,
  website: true,
  social: true,
  hours: true,
  establishedOn: true,
  url: true,
  createdAt: true,
  updatedAt: true,
  removedAt: true,
  distance: true,
} satisfies Record<BusinessField, true>) as BusinessField[];

/** Part of a record: its `id`, and the fields asked for. */
export type SparseBusiness = Pick<BusinessDto, 'id'> & Partial<BusinessDto>;

export function sparse(business: BusinessDto, fields: readonly BusinessField[]): SparseBusiness {
  const kept = Object.entries(business).filter(
    ([name]) => name === 'id' || fields.includes(name as BusinessField),
  );
  return Object.fromEntries(kept) as SparseBusiness;
}
