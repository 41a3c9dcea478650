import type { OpenAPIObject } from '@nestjs/swagger';
import { DEPRECATION_EXTENSION } from '#libs/http/src/deprecation/deprecated.decorator.js';
import { REQUEST_ID } from '#libs/http/src/request-id.js';
import { integerSchema } from '#libs/http/src/validation/field.js';
import { MAX_WEB_ADDRESS } from '#libs/http/src/validation/web-address.decorator.js';
import { type Operation, operationsOf, type ResponseObject } from './operations.js';

export const REQUEST_ID_SCHEMA = {
  type: 'string' as const,
  maxLength: 128,
  pattern: REQUEST_ID.source,
};

/** Maximum length of a response header. */
const MAX_HEADER_LENGTH = 4_096;

const text = (example: string, description: string, more: object = {}) => ({
  description,
  schema: { type: 'string', maxLength: MAX_HEADER_LENGTH, ...more },
  example,
});

const count = (example: number, description: string, minimum = 0) => ({
  description,
  schema: integerSchema(minimum, Number.MAX_SAFE_INTEGER),
  example,
});

const HEADERS = {
  'X-Request-Id': text(
    '3f71419b-2914-49a6-980b-090d0d505a9f',
    'Identifies this request in the server log. A UUID, unless a proxy of the operator sets another id.',
    REQUEST_ID_SCHEMA,
  ),
  'X-RateLimit-Limit': count(1000, 'Requests allowed in the current one-hour window.', 1),
  'X-RateLimit-Remaining': count(999, 'Requests left in the current window.'),
  'X-RateLimit-Reset': count(1_800_003_600, 'End of the current window, in Unix epoch seconds.'),
  RateLimit: text(
    '"key";r=999;t=3600',
    'Current usage (draft-ietf-httpapi-ratelimit-headers): requests left and seconds until the window ends.',
  ),
  'RateLimit-Policy': text(
    '"key";q=1000;w=3600',
    'Limit as defined in the same draft: requests per window and its length in seconds.',
  ),
  ETag: text(
    '"42-q0Jx8uYh2XkTz1aB"',
    'Identifies this version of the response (RFC 9110, section 8.8.3).',
  ),
  'Cache-Control': text(
    'private, no-cache',
    '`private, no-cache` allows caching: revalidate the response with `If-None-Match` before each ' +
      'use. `no-store` forbids it.',
  ),
  Vary: text('X-API-Key, Accept-Encoding', 'Request headers that the response depends on.'),
  'Last-Modified': text('Sat, 21 Feb 2026 09:00:00 GMT', 'Time of this version of the directory.'),
  'Content-Disposition': text(
    'attachment; filename="businesses.csv"',
    'Name to save the file as (RFC 6266). Absent from JSON.',
  ),
  'Content-Encoding': text('gzip', 'Compression of the body.'),
  'Accept-Ranges': text(
    'bytes',
    'Indicates that range requests are supported (RFC 9110, section 14.3).',
  ),
  'Content-Range': text(
    'bytes 1048576-2097151/2097152',
    'Range of bytes in this response and the total size (RFC 9110, section 14.4).',
  ),
  'Directory-Version': text(
    '42',
    'Version of the directory. ETags of other responses begin with the same value.',
  ),
  'Changes-Cursor': text(
    'NWQ4ZTIwZjEuMTc5NTM2NjgwMDEyMw',
    'Cursor for `after` in `GET /api/v1/changes`, which returns the changes after this response.',
  ),
  'Repr-Digest': text(
    'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
    'SHA-256 of the whole file as it is sent (RFC 9530).',
  ),
  Location: text(
    '/api/v1/businesses/loon-lake-bakery-duluth',
    'URL of the created resource, or the current URL of the requested one.',
    { format: 'uri-reference', maxLength: MAX_WEB_ADDRESS },
  ),
  'X-Total-Count': count(2913, 'Number of items on all pages, in formats without `pagination`.'),
  'Retry-After': count(42, 'Seconds to wait before retrying, at least 1.', 1),
  Deprecation: text(
    '@1798761600',
    'Date since which the operation is deprecated (RFC 9745), as `@` and Unix epoch seconds.',
  ),
  Sunset: text('Fri, 31 Dec 2027 00:00:00 GMT', 'Date on which the operation ends (RFC 8594).'),
  Link: text(
    '<https://directory.example.org/api/v1/businesses?page=2>; rel="next"',
    'Related URLs (RFC 8288): `first`, `prev`, `next` and `last` pages of a list, as far as they ' +
      'exist; an explanation of a deprecated operation (`deprecation`); and the sources of the data ' +
      'in the whole directory (`license`).',
  ),
  'Access-Control-Allow-Origin': text(
    '*',
    'Allows web pages of any origin to read the response (Fetch Standard, “CORS protocol”). Sent ' +
      'only to requests with `Origin`.',
    { enum: ['*'] },
  ),
  'Access-Control-Expose-Headers': text(
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
    'Response headers that web pages may read. Sent only to requests with `Origin`.',
  ),
  'Content-Security-Policy': text(
    "default-src 'none'; frame-ancestors 'none'",
    'Forbids the response to load or run anything in a browser.',
  ),
  'Cross-Origin-Resource-Policy': text('same-origin', 'Sites that may embed the response.', {
    enum: ['same-origin'],
  }),
  'Referrer-Policy': text(
    'no-referrer',
    'Prevents browsers from sending a referrer when they follow links in the response.',
  ),
  'X-Content-Type-Options': text(
    'nosniff',
    'Prevents browsers from guessing a content type other than the stated one.',
    { enum: ['nosniff'] },
  ),
  'WWW-Authenticate': text(
    'ApiKey realm="Minnesota Business Directory"',
    'Supported authentication scheme (RFC 9110, section 11.6.1).',
  ),
};

type HeaderName = keyof typeof HEADERS;

const RATE_LIMIT: HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

const CORS: HeaderName[] = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];

/** Sent only with responses that a browser may render. */
const BROWSER_POLICIES: HeaderName[] = [
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Referrer-Policy',
];

/** Media types whose responses have a `Content-Disposition`. */
const FILES = [
  'text/csv',
  'application/geo+json',
  'application/x-ndjson',
  'application/vnd.apache.parquet',
];

/** Headers of a file that a 304 does not have (RFC 9110, section 15.4.5). */
const OF_CONTENT: HeaderName[] = ['Accept-Ranges', 'Content-Disposition', 'Content-Encoding'];

/** Headers that only some of the combined errors have. */
const OF_FAILURES: HeaderName[] = ['WWW-Authenticate', 'Retry-After'];

const DEPRECATION: HeaderName[] = ['Deprecation', 'Sunset', 'Link'];

/**
 * Documents the response headers of each operation, both declared and implied by its properties.
 */
export function describeHeaders(
  document: OpenAPIObject,
  { isPublic }: { isPublic: boolean },
): void {
  const used = new Set<HeaderName>();
  for (const { method, operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const described = response as ResponseObject;
      const isSuccess = Number(status) < 400;
      const names = [
        'X-Request-Id' as const,
        'X-Content-Type-Options' as const,
        ...(isPublic ? [...RATE_LIMIT, ...CORS] : BROWSER_POLICIES),
        ...(FILES.some((type) => described.content?.[type])
          ? ['Content-Disposition' as const]
          : []),
        ...(method === 'get' || !isSuccess ? ['Cache-Control' as const] : []),
        ...(status === 'default' ? OF_FAILURES : ofStatus(Number(status), operation)),
        ...(operation[DEPRECATION_EXTENSION] ? DEPRECATION : []),
        ...namesIn(described),
      ];
      const headers = Object.fromEntries(
        names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      );
      // Operations of a controller share the object of a response that the controller declares.
      operation.responses[status] = { ...described, headers };
      names.forEach((name) => used.add(name));
    }
  }
  document.components!.headers = Object.fromEntries(
    [...used].map((name) => [name, structuredClone(HEADERS[name])]),
  );
}

function ofStatus(status: number, { responses }: Operation): HeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 429 || status === 503) return ['Retry-After'];
  // Only operations that read the directory return 304.
  if (!responses[304] || status >= 400) return [];
  if (status === 304) return namesIn(responses[200]).filter((name) => !OF_CONTENT.includes(name));
  return ['ETag', 'Vary', ...(status === 308 ? (['Location'] as const) : [])];
}

function namesIn(response: Operation['responses'][string]): HeaderName[] {
  return Object.keys((response as ResponseObject).headers ?? {}) as HeaderName[];
}
