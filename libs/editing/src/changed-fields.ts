import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '#libs/database/src/database.js';

/** Fields that change with every update and carry no information about it. */
const ALWAYS_CHANGED = ['updatedAt'];

/** Returns the fields that differ between two states of a record, with their old and new values. */
export function changedFields(
  before: object = {},
  after: object = {},
): { before: Prisma.InputJsonObject; after: Prisma.InputJsonObject } {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => !ALWAYS_CHANGED.includes(name) && !isDeepStrictEqual(was.get(name), is.get(name)),
  );
  const pick = (state: Map<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => (state.has(name) ? [[name, state.get(name)]] : [])),
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
