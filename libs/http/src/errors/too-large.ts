import { ApiError } from './api-error.js';

export function uriTooLong(): ApiError {
  return new ApiError('uri_too_long', 'Ask for an address of less than 16 kB.');
}

/** The error for a request whose headers and address are too large together. */
export function headersTooLarge(): ApiError {
  return new ApiError('request_header_too_large', 'Send less than 16 kB of headers.');
}
