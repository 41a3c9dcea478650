import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '#libs/database/src/database.js';

/**
 * Returns the fields that differ between two states of a record, with their old and new values.
 * Omits `updatedAt`, which every update changes.
 */
export function changedFields(
  before: object = {},
  after: object = {},
): { before: Prisma.InputJsonObject; after: Prisma.InputJsonObject } {
  const was = new Map(Object.entries(before));
  const is = new Map(Object.entries(after));
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => name !== 'updatedAt' && !isDeepStrictEqual(was.get(name), is.get(name)),
  );
  const pick = (state: Map<string, unknown>) =>
    Object.fromEntries(
      [...state].filter(([name]) => names.includes(name)),
    ) as Prisma.InputJsonObject;
  return { before: pick(was), after: pick(is) };
}

/**
 * Returns the fields that are set in a change. Omitted fields are present in the DTO as undefined.
 */
export function omitUndefined<T extends object>(change: T | undefined): Partial<T> {
  const entries = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
