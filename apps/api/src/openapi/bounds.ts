import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

interface Parameter {
  name: string;
  in: string;
  schema: object;
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

/** Bounds the parameters in paths; those in queries have the bounds of their decorators. */
export function boundParameters(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of (operation.parameters ?? []) as Parameter[]) {
      if (parameter.in === 'path') Object.assign(parameter.schema, IN_PATHS[parameter.name]);
      if (parameter.in === 'header') Object.assign(parameter.schema, { maxLength: 1_000 });
    }
  }
}
