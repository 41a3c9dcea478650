import type { Environment } from '#libs/config/src/environment.js';

/**
 * The links (RFC 8288) that data bears which leaves the API as a file: whom it is from and under
 * which licences (RFC 4946), for people and as JSON.
 */
export function licenceLinks({ PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>): string {
  const json = `<${PUBLIC_URL}/api/v1/attributions>; rel="license"; type="application/json"`;
  return `<${PUBLIC_URL}/credits>; rel="license", ${json}`;
}
