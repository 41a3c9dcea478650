import { ApiError } from './api-error.js';

export function uriTooLong(): ApiError {
  return new ApiError('uri_too_long', 'Shorten the URL to less than 16 kB.');
}

/** Returns the error for a request whose headers and URL together are too large. */
export function headersTooLarge(): ApiError {
  return new ApiError('request_header_too_large', 'Send less than 16 kB of headers.');
}
