import type { Environment } from '#libs/config/src/environment.js';

/** The record with an absolute address: services give the path alone. */
export function withOrigin<T extends { url: string }>(record: T, { PUBLIC_URL }: Environment): T {
  return { ...record, url: PUBLIC_URL + record.url };
}

/**
 * JSON escapes quotes within strings, so nothing but the key of an address looks like it.
 * PostgreSQL's functions write a blank on both sides of the colon or on none.
 */
const ADDRESS = /"url" ?: ?"(?=\/api\/v1\/)/;

/**
 * The same for JSON of records that is not parsed for it.
 *
 * @param addresses how many it has: that another number is found cannot go unnoticed
 */
export function withOriginInJson(
  json: string,
  addresses: number,
  { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
): string {
  const parts = json.split(ADDRESS);
  if (parts.length !== addresses + 1) {
    throw new Error(`JSON of ${addresses} records has ${parts.length - 1} addresses.`);
  }
  return parts.join(`"url":"${PUBLIC_URL}`);
}
