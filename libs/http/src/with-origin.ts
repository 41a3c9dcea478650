import type { Environment } from '#libs/config/src/environment.js';

/** Prefixes the record's URL, of which services return only the path, with the public origin. */
export function withOrigin<T extends { url: string }>(record: T, { PUBLIC_URL }: Environment): T {
  return { ...record, url: PUBLIC_URL + record.url };
}

/**
 * The start of a record's URL in JSON. Quotes inside JSON strings are escaped, so only keys match.
 */
const ADDRESS = /"url":"(?=\/api\/v1\/)/;

/**
 * Does the same for serialized JSON, without parsing it.
 *
 * @param addresses expected number of URLs; any other number is an error
 */
export function withOriginInJson(
  json: string,
  addresses: number,
  { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
): string {
  const parts = json.split(ADDRESS);
  if (parts.length !== addresses + 1) {
    throw new Error(
      `Expected ${addresses} record URLs in the JSON, but found ${parts.length - 1}.`,
    );
  }
  return parts.join(`"url":"${PUBLIC_URL}`);
}
