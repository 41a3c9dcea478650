/** The closed list of error codes that the API answers, each with its HTTP status and meaning. */
export const ERROR_CODES = {
  invalid_parameter: {
    status: 400,
    meaning: 'A query or path parameter is unknown, repeated, contradictory or has a wrong value.',
  },
  invalid_body: {
    status: 400,
    meaning: 'The body is well-formed, but a field is missing, unknown or has a wrong value.',
  },
  malformed_request: {
    status: 400,
    meaning: 'What was sent is not an HTTP request as RFC 9112 writes it, or ended too early.',
  },
  malformed_json: { status: 400, meaning: 'The body is not JSON.' },
  missing_api_key: { status: 401, meaning: 'No X-API-Key header was sent.' },
  invalid_api_key: { status: 401, meaning: 'The key in X-API-Key is not one that was issued.' },
  expired_api_key: { status: 401, meaning: 'The key has reached the end of its life.' },
  revoked_api_key: { status: 401, meaning: 'The key was revoked for good.' },
  unauthorized: { status: 401, meaning: 'The admin API needs a valid bearer token.' },
  suspended_api_key: { status: 403, meaning: 'The key is suspended and may be resumed.' },
  https_required: { status: 403, meaning: 'The request came over plain HTTP.' },
  forbidden: { status: 403, meaning: 'The caller may not do this.' },
  not_found: { status: 404, meaning: 'There is nothing at this address.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The address exists, but not for this method; Allow names those it takes.',
  },
  not_acceptable: {
    status: 406,
    meaning: 'The Accept header admits no media type that can be sent.',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  conflict: { status: 409, meaning: 'The request contradicts the present state.' },
  gone: {
    status: 410,
    meaning: 'What was at this address has been removed; data holds its tombstone.',
  },
  precondition_failed: {
    status: 412,
    meaning: 'If-Match does not name the present state: somebody else has changed it since.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than allowed.' },
  uri_too_long: { status: 414, meaning: 'The address is longer than any that is answered.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is not of a media type that is read here.',
  },
  range_not_satisfiable: {
    status: 416,
    meaning: 'What was asked for has no such range of bytes; Content-Range tells its size.',
  },
  expectation_failed: {
    status: 417,
    meaning: 'The Expect header asks for something other than 100-continue.',
  },
  misdirected_request: {
    status: 421,
    meaning: 'The request asks for a host that this server does not answer to.',
  },
  precondition_required: {
    status: 428,
    meaning: 'A change needs If-Match with the ETag of the state that it is based on.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'The limit of the present window is used up; Retry-After tells when the next one starts.',
  },
  request_header_too_large: { status: 431, meaning: 'The headers are larger than 16 kB.' },
  internal_error: { status: 500, meaning: 'A fault of ours. The request id helps us to find it.' },
  unavailable: { status: 503, meaning: 'The service cannot answer right now; try again shortly.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
