/** All error codes of the API, each with its HTTP status and meaning. */
export const ERROR_CODES = {
  invalid_parameter: {
    status: 400,
    meaning: 'A query or path parameter is unknown, repeated, contradictory or invalid.',
  },
  invalid_body: {
    status: 400,
    meaning: 'The body is well-formed, but a field is missing, unknown or invalid.',
  },
  malformed_request: {
    status: 400,
    meaning: 'The request is not valid HTTP (RFC 9112), or the connection closed too early.',
  },
  malformed_json: { status: 400, meaning: 'The body is not valid JSON.' },
  missing_api_key: { status: 401, meaning: 'No X-API-Key header was sent.' },
  invalid_api_key: { status: 401, meaning: 'The key in X-API-Key does not exist.' },
  expired_api_key: { status: 401, meaning: 'The key has expired.' },
  revoked_api_key: { status: 401, meaning: 'The key was permanently revoked.' },
  unauthorized: { status: 401, meaning: 'The admin API requires a valid bearer token.' },
  suspended_api_key: { status: 403, meaning: 'The key is suspended and can be resumed.' },
  https_required: { status: 403, meaning: 'The request came over plain HTTP.' },
  forbidden: { status: 403, meaning: 'You are not allowed to do this.' },
  not_found: { status: 404, meaning: 'No resource exists at this URL.' },
  method_not_allowed: {
    status: 405,
    meaning:
      'The URL exists but does not support this method; Allow lists the methods it supports.',
  },
  not_acceptable: {
    status: 406,
    meaning: 'The Accept header allows no media type that this endpoint returns.',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  conflict: { status: 409, meaning: 'The request conflicts with the current state.' },
  gone: {
    status: 410,
    meaning: 'The resource at this URL was removed; data contains its tombstone.',
  },
  precondition_failed: {
    status: 412,
    meaning:
      'If-Match does not match the current ETag: the resource has changed since you read it.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than the limit.' },
  uri_too_long: { status: 414, meaning: 'The URL is longer than the limit.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'This endpoint does not accept the media type of the body.',
  },
  range_not_satisfiable: {
    status: 416,
    meaning: 'The requested byte range is out of bounds; Content-Range states the total size.',
  },
  expectation_failed: {
    status: 417,
    meaning: 'The Expect header asks for something other than 100-continue.',
  },
  misdirected_request: {
    status: 421,
    meaning: 'This server does not serve the requested host.',
  },
  precondition_required: {
    status: 428,
    meaning: 'A change requires If-Match with the ETag of the version you read.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'The limit for the current window is used up; Retry-After states when the next one starts.',
  },
  request_header_too_large: { status: 431, meaning: 'The headers are larger than 16 kB.' },
  internal_error: {
    status: 500,
    meaning: 'An error on our side. Include the request id when you report it.',
  },
  unavailable: {
    status: 503,
    meaning: 'The service is temporarily unavailable; try again shortly.',
  },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
