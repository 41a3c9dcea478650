import { ApiError } from '#libs/http/src/errors/api-error.js';
import { ERROR_CODES, type ErrorCode } from '#libs/http/src/errors/error-codes.js';

const CHALLENGE = { 'WWW-Authenticate': 'ApiKey realm="Minnesota Business Directory"' };

/** The refusal of a key, with a challenge where HTTP asks for one (RFC 9110, section 15.5.2). */
export function refusal(code: ErrorCode, message: string): ApiError {
  const headers = ERROR_CODES[code].status === 401 ? CHALLENGE : {};
  return new ApiError(code, message, { headers });
}
