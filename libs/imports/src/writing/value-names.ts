const ADDRESS = ['street', 'unit', 'city', 'county', 'postalCode'];

/** Returns the name of a value's field in business records. */
export function recordFieldOf(field: string): string {
  return ADDRESS.includes(field) ? `address.${field}` : field;
}

/** Returns values by the names of their fields in business records. */
export function withRecordFields(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [recordFieldOf(field), value]),
  );
}
