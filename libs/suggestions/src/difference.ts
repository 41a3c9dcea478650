import type { FieldDifferenceDto } from './suggestion.dto.js';

/**
 * Lists the fields of a record that a change would alter. Parts of an address are listed one by
 * one.
 */
export function differenceOf(change: object, record: object = {}): FieldDifferenceDto[] {
  return Object.entries(change as Record<string, unknown>).flatMap(([field, proposed]) => {
    const present: unknown = record[field as keyof typeof record] ?? null;
    if (!isObject(proposed)) return present === proposed ? [] : [{ field, present, proposed }];
    return differenceOf(proposed, isObject(present) ? present : {}).map((inner) => ({
      ...inner,
      field: `${field}.${inner.field}`,
    }));
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
