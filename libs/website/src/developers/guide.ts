import type { DeprecatedOperation } from '#libs/http/src/deprecation/tell-deprecations.js';
import { ERROR_CODES } from '#libs/http/src/errors/error-codes.js';

/** What the guide tells besides words: it is as this server is configured. */
export interface Facts {
  /** The origin of the website, without a trailing slash. */
  origin: string;
  /** Requests an hour of a key, unless an admin set another. */
  keyLimit: string;
  /** The same of a client address without a valid key. */
  addressLimit: string;
  deprecations: readonly DeprecatedOperation[];
}

/** The API speaks English: its codes with what they mean. */
export const errorRows = Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => [
  String(status),
  `\`${code}\``,
  meaning,
]);
