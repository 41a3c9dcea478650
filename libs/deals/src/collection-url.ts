import type { Environment } from '#libs/config/src/environment.js';

/** What stands before a deal's slug in its address. */
export function collectionUrl({ PUBLIC_URL }: Environment): string {
  return `${PUBLIC_URL}/api/v1/deals/`;
}
