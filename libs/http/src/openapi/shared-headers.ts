/** Headers that the documents describe once, under `components`. */
export type SharedHeader = 'ETag' | 'Location';

export function sharedHeaders(names: SharedHeader[] = []) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
