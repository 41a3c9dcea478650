import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type ResponseObject } from './operations.js';

const HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in our log.',
    schema: { type: 'string', format: 'uuid' },
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
  'Retry-After': {
    description: 'Seconds to wait before the next try; at least 1.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
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
];

/** Writes the headers that responses have in common onto every response of a document. */
export function describeHeaders(
  document: OpenAPIObject,
  { rateLimited }: { rateLimited: boolean },
): void {
  const used = new Set<HeaderName>();
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const names: HeaderName[] = ['X-Request-Id', ...(rateLimited ? RATE_LIMIT : [])];
      if (status === '429' || status === '503') names.push('Retry-After');
      if (status === '401') names.push('WWW-Authenticate');
      const common = Object.fromEntries(
        names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      );
      const described = response as ResponseObject;
      described.headers = { ...common, ...described.headers };
      names.forEach((name) => used.add(name));
    }
  }
  document.components!.headers = Object.fromEntries([...used].map((name) => [name, HEADERS[name]]));
}
