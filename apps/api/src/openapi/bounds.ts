import type { OpenAPIObject } from '@nestjs/swagger';
import { SCHEMAS } from '#libs/http/src/validation/field.js';
import { operationsOf } from './operations.js';

interface Parameter {
  name: string;
  in: string;
  schema: object;
}

const SLUG = { minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' };

/**
 * Constraints on path parameters. They keep paths unambiguous: `/events/{idOrSlug}` cannot match
 * `/events/{idOrSlug}.ics`.
 */
const IN_PATHS: Record<string, object> = {
  id: SCHEMAS.id,
  address: { minLength: 2, maxLength: 50, pattern: '^[0-9A-Fa-f:.%\\[\\]]+$' },
  idOrSlug: SLUG,
  slug: SLUG,
  token: { minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' },
};

/** Bounds path and header parameters, which Nest derives from the arguments of handlers. */
export function boundParameters(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of (operation.parameters ?? []) as Parameter[]) {
      if (parameter.in === 'path') Object.assign(parameter.schema, IN_PATHS[parameter.name]);
      if (parameter.in === 'header') Object.assign(parameter.schema, { maxLength: 1_000 });
    }
  }
}
