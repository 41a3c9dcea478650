import type { OpenAPIObject } from '@nestjs/swagger';
import { MAX_INSTANT_LENGTH } from '#libs/http/src/validation/instant.decorator.js';
import { MAX_WEB_ADDRESS } from '#libs/http/src/validation/web-address.decorator.js';
import { MAX_SLUG_LENGTH } from '#libs/text/src/identifiers.js';
import { operationsOf } from './operations.js';

interface Parameter {
  name: string;
  in: string;
  schema: ValueSchema;
}

interface ValueSchema {
  type?: string;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, ValueSchema>;
  items?: ValueSchema;
}

/**
 * Constraints on path parameters. They keep paths unambiguous: `/events/{idOrSlug}` cannot match
 * `/events/{idOrSlug}.ics`.
 */
const IN_PATHS: Record<string, object> = {
  id: { format: 'uuid', maxLength: 36 },
  address: { minLength: 2, maxLength: 50, pattern: '^[0-9A-Fa-f:.%\\[\\]]+$' },
  idOrSlug: { minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' },
  token: { minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' },
};

/** Maximum length of each format, in requests and responses. */
const LONGEST: Record<string, number> = {
  'date-time': MAX_INSTANT_LENGTH,
  date: '2026-07-04'.length,
  uuid: 36,
  email: 254,
  uri: MAX_WEB_ADDRESS,
  'uri-reference': MAX_WEB_ADDRESS,
};

const SLUGS = new Set(['slug', 'parent']);
/** Maximum length of a response header. */
const MAX_HEADER_LENGTH = 4_096;

const MAX_INT32 = 2 ** 31 - 1;

/**
 * Bounds strings of a known format (dates, ids, slugs, URLs), header values, and integers, which
 * are all counts.
 */
export function boundValues(document: OpenAPIObject): void {
  for (const { name, schema } of parametersOf(document)) boundValue(name, schema);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    boundValue(name, schema as ValueSchema);
  }
  for (const [name, header] of Object.entries(document.components?.headers ?? {})) {
    const { schema } = header as { schema: ValueSchema };
    boundValue(name, schema);
    if (schema.type === 'string') schema.maxLength ??= MAX_HEADER_LENGTH;
  }
}

function boundValue(name: string, schema: ValueSchema): void {
  const longest = SLUGS.has(name) ? MAX_SLUG_LENGTH : LONGEST[schema.format ?? ''];
  if (longest !== undefined) schema.maxLength ??= longest;
  if (schema.type === 'integer') {
    schema.minimum ??= 0;
    schema.maximum ??= Number.MAX_SAFE_INTEGER;
    schema.format ??= schema.maximum > MAX_INT32 ? 'int64' : 'int32';
  }
  for (const [each, property] of Object.entries(schema.properties ?? {})) {
    boundValue(each, property);
  }
  if (schema.items) boundValue(name, schema.items);
}

/** Bounds path and header parameters. Query parameters have the bounds of their decorators. */
export function boundPaths(document: OpenAPIObject): void {
  for (const parameter of parametersOf(document)) {
    if (parameter.in === 'path') Object.assign(parameter.schema, IN_PATHS[parameter.name]);
    if (parameter.in === 'header') Object.assign(parameter.schema, { maxLength: 1_000 });
  }
}

function parametersOf(document: OpenAPIObject): Parameter[] {
  return operationsOf(document).flatMap(
    ({ operation }) => (operation.parameters ?? []) as Parameter[],
  );
}
