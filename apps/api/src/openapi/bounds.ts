import type { OpenAPIObject } from '@nestjs/swagger';
import { MAX_SLUG_LENGTH } from '#libs/text/src/identifiers.js';
import { operationsOf } from './operations.js';

interface Parameter {
  name: string;
  in: string;
  schema: TextSchema;
}

interface TextSchema {
  format?: string;
  maxLength?: number;
  properties?: Record<string, TextSchema>;
  items?: TextSchema;
}

/**
 * What stands in the place of a parameter in a path, so that no address is of two operations:
 * `/events/{idOrSlug}` is not that of `/events/{idOrSlug}.ics`.
 */
const IN_PATHS: Record<string, object> = {
  id: { format: 'uuid', maxLength: 36 },
  address: { minLength: 2, maxLength: 50, pattern: '^[0-9A-Fa-f:.%\\[\\]]+$' },
  idOrSlug: { minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' },
  token: { minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' },
};

/** The longest text of a format, as it is read and written here. */
const LONGEST: Record<string, number> = {
  'date-time': '2026-07-04T12:00:00.123456789+00:00'.length,
  date: '2026-07-04'.length,
  uuid: 36,
};

/** Bounds texts of a known form: dates, ids and slugs. */
export function boundTexts(document: OpenAPIObject): void {
  const parameters = operationsOf(document).flatMap(
    ({ operation }) => (operation.parameters ?? []) as Parameter[],
  );
  for (const { name, schema } of parameters) boundText(name, schema);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    boundText(name, schema as TextSchema);
  }
}

function boundText(name: string, schema: TextSchema): void {
  const longest = name === 'slug' ? MAX_SLUG_LENGTH : LONGEST[schema.format ?? ''];
  if (longest !== undefined) schema.maxLength ??= longest;
  for (const [each, property] of Object.entries(schema.properties ?? {})) boundText(each, property);
  if (schema.items) boundText(name, schema.items);
}

/** Bounds the parameters in paths; those in queries have the bounds of their decorators. */
export function boundParameters(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of (operation.parameters ?? []) as Parameter[]) {
      if (parameter.in === 'path') Object.assign(parameter.schema, IN_PATHS[parameter.name]);
      if (parameter.in === 'header') Object.assign(parameter.schema, { maxLength: 1_000 });
    }
  }
}
