import type { Environment } from '#libs/config/src/environment.js';

/**
 * Returns the `Link` header (RFC 8288, RFC 4946) of downloaded data: its sources and licenses, as a web
 * page and as JSON.
 */
export function licenceLinks({ PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>): string {
  const json = `<${PUBLIC_URL}/api/v1/attributions>; rel="license"; type="application/json"`;
  return `<${PUBLIC_URL}/credits>; rel="license", ${json}`;
}
