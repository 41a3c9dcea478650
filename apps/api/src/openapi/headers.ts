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
    description: 'Names this request in our log: a UUID, unless a proxy of ours named it.',
    schema: REQUEST_ID_SCHEMA,
    example: '3f71419b-2914-49a6-980b-090d0d505a9f',
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the present window of one hour.',
    schema: { type: 'integer', minimum: 1 },
    example: 1000,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the present window.',
    schema: { type: 'integer', minimum: 0 },
    example: 999,
  },
  'X-RateLimit-Reset': {
    description: 'When the present window ends, in Unix epoch seconds.',
    schema: { type: 'integer' },
    example: 1_800_003_600,
  },
  RateLimit: {
    description:
      'Where the caller stands (draft-ietf-httpapi-ratelimit-headers): requests left, and seconds until the window ends.',
    schema: { type: 'string' },
    example: '"key";r=999;t=3600',
  },
  'RateLimit-Policy': {
    description:
      'The limit as the same draft writes it: requests a window, and its length in seconds.',
    schema: { type: 'string' },
    example: '"key";q=1000;w=3600',
  },
  ETag: {
    description: 'Of this state of what is answered (RFC 9110, section 8.8.3).',
    schema: { type: 'string' },
    example: '"42-q0Jx8uYh2XkTz1aB"',
  },
  'Cache-Control': {
    description: 'You may keep the answer, and ask with If-None-Match whether it is still good.',
    schema: { type: 'string' },
    example: 'private, no-cache',
  },
  Vary: {
    description: 'The request headers that the answer depends on.',
    schema: { type: 'string' },
    example: 'X-API-Key, Accept-Encoding',
  },
  'Last-Modified': {
    description: 'When the directory was at this version.',
    schema: { type: 'string' },
    example: 'Sat, 21 Feb 2026 09:00:00 GMT',
  },
  'Content-Encoding': {
    description: 'How the body is compressed.',
    schema: { type: 'string' },
    example: 'gzip',
  },
  'Accept-Ranges': {
    description: 'That parts can be asked for (RFC 9110, section 14.3).',
    schema: { type: 'string' },
    example: 'bytes',
  },
  'Content-Range': {
    description: 'Which part this is, and of how many bytes (RFC 9110, section 14.4).',
    schema: { type: 'string' },
    example: 'bytes 1048576-2097151/2097152',
  },
  'Directory-Version': {
    description: 'Of the directory, as the ETags of its other answers begin.',
    schema: { type: 'string' },
    example: '42',
  },
  'Changes-Cursor': {
    description: 'What `after` of `GET /api/v1/changes` takes, for the changes after this.',
    schema: { type: 'string' },
    example: 'NWQ4ZTIwZjEuMTc5NTM2NjgwMDEyMw',
  },
  Location: {
    description: 'The address of what was made, or the present address of what was asked for.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/api/v1/businesses/loon-lake-bakery-duluth',
  },
  'X-Total-Count': {
    description: 'How many items all pages have: `pagination.total`.',
    schema: { type: 'integer', minimum: 0 },
    example: 2913,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try; at least 1.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  Deprecation: {
    description:
      'Since when the operation is deprecated (RFC 9745), as `@` and Unix epoch seconds.',
    schema: { type: 'string' },
    example: '@1798761600',
  },
  Sunset: {
    description: 'When the operation ends (RFC 8594).',
    schema: { type: 'string' },
    example: 'Fri, 31 Dec 2027 00:00:00 GMT',
  },
  Link: {
    description:
      'Other addresses (RFC 8288): of a page of a list, `first`, `prev`, `next` and `last`, without ' +
      'those that there are not; of what is deprecated, where that is explained (`deprecation`); of the ' +
      'whole directory, whom its data is from (`license`).',
    schema: { type: 'string' },
    example: '<https://directory.example.org/api/v1/businesses?page=2>; rel="next"',
  },
  'Access-Control-Allow-Origin': {
    description: 'Web pages of any origin may read the answer (Fetch Standard, “CORS protocol”).',
    schema: { type: 'string', enum: ['*'] },
    example: '*',
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that they may read.',
    schema: { type: 'string' },
    example: 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  },
  'Content-Security-Policy': {
    description: 'What the answer may do in a browser: nothing.',
    schema: { type: 'string' },
    example: "default-src 'none'; frame-ancestors 'none'",
  },
  'Cross-Origin-Resource-Policy': {
    description: 'Which sites may embed the answer.',
    schema: { type: 'string', enum: ['cross-origin', 'same-origin'] },
    example: 'cross-origin',
  },
  'Referrer-Policy': {
    description: 'What links in the answer tell of where they were: nothing.',
    schema: { type: 'string' },
    example: 'no-referrer',
  },
  'X-Content-Type-Options': {
    description: 'The answer is of its Content-Type and no other.',
    schema: { type: 'string', enum: ['nosniff'] },
    example: 'nosniff',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110, section 11.6.1).',
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

const SECURITY: HeaderName[] = [
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
];

/** Each on some of the failures that are described as one. */
const OF_FAILURES: HeaderName[] = ['WWW-Authenticate', 'Retry-After'];

const DEPRECATION: HeaderName[] = ['Deprecation', 'Sunset', 'Link'];

/** Writes onto a document the headers that follow from what an operation is, besides its own. */
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
        ...(isPublic ? [...RATE_LIMIT, ...CORS] : []),
        ...SECURITY,
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
  // Only reads of the directory answer 304.
  if (!responses[304] || status >= 400) return [];
  return ['ETag', 'Cache-Control', 'Vary', ...(status === 308 ? (['Location'] as const) : [])];
}
