import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '#libs/database/src/database.js';

/** Returns the names of the fields that differ between two objects. */
export function differingFields<T extends object>(one: T, other: T): (keyof T & string)[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof T & string)[]);
  return [...names].filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

/**
 * Returns the fields that differ between two states of a record, with their old and new values.
 * Omits `updatedAt`, which every update changes.
 */
export function changedFields(
  before: object = {},
  after: object = {},
): { before: Prisma.InputJsonObject; after: Prisma.InputJsonObject } {
  const names: string[] = differingFields(before, after);
  const isShown = ([name]: [string, unknown]) => name !== 'updatedAt' && names.includes(name);
  const pick = (state: object): Prisma.InputJsonObject =>
    Object.fromEntries(Object.entries(state).filter(isShown));
  return { before: pick(before), after: pick(after) };
}

/**
 * Returns the fields that are set in a change. Omitted fields are present in the DTO as undefined.
 */
export function omitUndefined<T extends object>(change: T | undefined): Partial<T> {
  const entries = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
