import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '#libs/http/src/openapi/api-success.js';
import { operationsOf, type ResponseObject } from './operations.js';

/** Moves the titled schemas of responses to `components`, so that generated clients name them. */
export function nameEnvelopes(document: OpenAPIObject): void {
  // Both documents share the schemas of the modules, so this one gets its own copy.
  const schemas = { ...document.components!.schemas };
  document.components!.schemas = schemas;
  for (const { operation } of operationsOf(document)) {
    for (const response of Object.values(operation.responses)) {
      for (const media of Object.values((response as ResponseObject).content ?? {})) {
        const name = media.schema && 'title' in media.schema ? media.schema.title : undefined;
        if (name === undefined) continue;
        const schema = { ...(media.schema as Schema), title: undefined };
        const known = schemas[name];
        if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
          throw new Error(`Two different response schemas are named ${name}.`);
        }
        schemas[name] = schema;
        media.schema = { $ref: `#/components/schemas/${name}` };
      }
    }
  }
}
