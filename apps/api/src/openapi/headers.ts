import type { OpenAPIObject } from '@nestjs/swagger';
import { DEPRECATION_EXTENSION } from '#libs/http/src/deprecation/deprecated.decorator.js';
import type { SharedHeader } from '#libs/http/src/openapi/api-success.js';
import { REQUEST_ID } from '#libs/http/src/request-id.js';
import { type Operation, operationsOf, type ResponseObject } from './operations.js';

export const REQUEST_ID_SCHEMA = {
  type: 'string' as const,
  maxLength: 128,
  pattern: REQUEST_ID.source,
};

const HEADERS = {
  'X-Request-Id': {
    description:
      'Identifies this request in the server log. A UUID, unless a proxy of the operator sets another id.',
    schema: REQUEST_ID_SCHEMA,
    example: '3f71419b-2914-49a6-980b-090d0d505a9f',
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the current one-hour window.',
    schema: { type: 'integer', minimum: 1 },
    example: 1000,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window.',
    schema: { type: 'integer', minimum: 0 },
    example: 999,
  },
  'X-RateLimit-Reset': {
    description: 'End of the current window, in Unix epoch seconds.',
    schema: { type: 'integer' },
    example: 1_800_003_600,
  },
  RateLimit: {
    description:
      'Current usage (draft-ietf-httpapi-ratelimit-headers): requests left and seconds until the window ends.',
    schema: { type: 'string' },
    example: '"key";r=999;t=3600',
  },
  'RateLimit-Policy': {
    description:
      'Limit as defined in the same draft: requests per window and its length in seconds.',
    schema: { type: 'string' },
    example: '"key";q=1000;w=3600',
  },
  ETag: {
    description: 'Identifies this version of the response (RFC 9110, section 8.8.3).',
    schema: { type: 'string' },
    example: '"42-q0Jx8uYh2XkTz1aB"',
  },
  'Cache-Control': {
    description: 'Allows caching. Revalidate the response with `If-None-Match` before each use.',
    schema: { type: 'string' },
    example: 'private, no-cache',
  },
  Vary: {
    description: 'Request headers that the response depends on.',
    schema: { type: 'string' },
    example: 'X-API-Key, Accept-Encoding',
  },
  'Last-Modified': {
    description: 'Time of this version of the directory.',
    schema: { type: 'string' },
    example: 'Sat, 21 Feb 2026 09:00:00 GMT',
  },
  'Content-Encoding': {
    description: 'Compression of the body.',
    schema: { type: 'string' },
    example: 'gzip',
  },
  'Accept-Ranges': {
    description: 'Indicates that range requests are supported (RFC 9110, section 14.3).',
    schema: { type: 'string' },
    example: 'bytes',
  },
  'Content-Range': {
    description: 'Range of bytes in this response and the total size (RFC 9110, section 14.4).',
    schema: { type: 'string' },
    example: 'bytes 1048576-2097151/2097152',
  },
  'Directory-Version': {
    description: 'Version of the directory. ETags of other responses begin with the same value.',
    schema: { type: 'string' },
    example: '42',
  },
  'Changes-Cursor': {
    description:
      'Cursor for `after` in `GET /api/v1/changes`, which returns the changes after this response.',
    schema: { type: 'string' },
    example: 'NWQ4ZTIwZjEuMTc5NTM2NjgwMDEyMw',
  },
  'Repr-Digest': {
    description: 'SHA-256 of the whole file as it is sent (RFC 9530).',
    schema: { type: 'string' },
    example: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  },
  Location: {
    description: 'URL of the created resource, or the current URL of the requested one.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/api/v1/businesses/loon-lake-bakery-duluth',
  },
  'X-Total-Count': {
    description: 'Total number of items on all pages, same as `pagination.total`.',
    schema: { type: 'integer', minimum: 0 },
    example: 2913,
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying, at least 1.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  Deprecation: {
    description:
      'Date since which the operation is deprecated (RFC 9745), as `@` and Unix epoch seconds.',
    schema: { type: 'string' },
    example: '@1798761600',
  },
  Sunset: {
    description: 'Date on which the operation ends (RFC 8594).',
    schema: { type: 'string' },
    example: 'Fri, 31 Dec 2027 00:00:00 GMT',
  },
  Link: {
    description:
      'Related URLs (RFC 8288): `first`, `prev`, `next` and `last` pages of a list, as far as they ' +
      'exist; an explanation of a deprecated operation (`deprecation`); and the sources of the data ' +
      'in the whole directory (`license`).',
    schema: { type: 'string' },
    example: '<https://directory.example.org/api/v1/businesses?page=2>; rel="next"',
  },
  'Access-Control-Allow-Origin': {
    description:
      'Allows web pages of any origin to read the response (Fetch Standard, “CORS protocol”). Sent ' +
      'only to requests with `Origin`.',
    schema: { type: 'string', enum: ['*'] },
    example: '*',
  },
  'Access-Control-Expose-Headers': {
    description: 'Response headers that web pages may read. Sent only to requests with `Origin`.',
    schema: { type: 'string' },
    example: 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  },
  'Content-Security-Policy': {
    description: 'Forbids the response to load or run anything in a browser.',
    schema: { type: 'string' },
    example: "default-src 'none'; frame-ancestors 'none'",
  },
  'Cross-Origin-Resource-Policy': {
    description: 'Sites that may embed the response.',
    schema: { type: 'string', enum: ['same-origin'] },
    example: 'same-origin',
  },
  'Referrer-Policy': {
    description:
      'Prevents browsers from sending a referrer when they follow links in the response.',
    schema: { type: 'string' },
    example: 'no-referrer',
  },
  'X-Content-Type-Options': {
    description: 'Prevents browsers from guessing a content type other than the stated one.',
    schema: { type: 'string', enum: ['nosniff'] },
    example: 'nosniff',
  },
  'WWW-Authenticate': {
    description: 'Supported authentication scheme (RFC 9110, section 11.6.1).',
    schema: { type: 'string' },
    example: 'ApiKey realm="Minnesota Business Directory"',
  },
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
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const described = response as ResponseObject;
      const names = [
        'X-Request-Id' as const,
        'X-Content-Type-Options' as const,
        ...(isPublic ? [...RATE_LIMIT, ...CORS] : BROWSER_POLICIES),
        ...(status === 'default' ? OF_FAILURES : ofStatus(Number(status), operation)),
        ...(operation[DEPRECATION_EXTENSION] ? DEPRECATION : []),
        ...(Object.keys(described.headers ?? {}) as SharedHeader[]),
      ];
      described.headers = Object.fromEntries(
        names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      );
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
  return ['ETag', 'Cache-Control', 'Vary', ...(status === 308 ? (['Location'] as const) : [])];
}
