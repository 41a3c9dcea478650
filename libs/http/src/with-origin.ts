import type { Environment } from '#libs/config/src/environment.js';

interface Addressed {
  url: string;
  children?: Addressed[];
}

/**
 * Prefixes the URLs of a record and its children, of which services return only the paths, with the
 * public origin.
 */
export function withOrigin<T extends Addressed>(record: T, environment: Environment): T {
  const children = record.children?.map((child) => withOrigin(child, environment));
  return { ...record, url: environment.PUBLIC_URL + record.url, ...(children && { children }) };
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
