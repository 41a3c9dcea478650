import type { DeprecatedOperation } from '#libs/http/src/deprecation/deprecations.js';
import { ERROR_CODES } from '#libs/http/src/errors/error-codes.js';

/** Configuration of this server that the guide states. */
export interface Facts {
  /** Origin of the website, without a trailing slash. */
  origin: string;
  /** Default hourly limit of an API key. */
  keyLimit: string;
  /** Hourly limit of a client address without a valid key. */
  addressLimit: string;
  deprecations: readonly DeprecatedOperation[];
}

/** Error codes with their meanings. The API only returns English text. */
export const errorRows = Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => [
  String(status),
  `\`${code}\``,
  meaning,
]);
