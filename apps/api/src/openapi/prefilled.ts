import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
}

interface Parameter {
  in: string;
  required?: boolean;
  example?: unknown;
  schema?: Schema;
}

interface MediaType {
  schema?: Schema;
  examples?: Record<string, { summary: string; value: unknown }>;
}

/**
 * Fields that stay empty, because their text is emailed to a person and must be written for the
 * occasion. The server refuses an empty one.
 */
const NEVER_PREFILLED = ['reason'];

/**
 * Prefills only required values in Swagger UI, so that executing an operation unchanged does what
 * its name says and nothing else.
 *
 * Swagger UI fills in the first named example of a body, or the examples of all its properties,
 * including optional ones. It also fills in the `example` of each parameter. Therefore a JSON body
 * gets two named examples: the required fields, then all fields. The example of a parameter moves
 * to the `examples` of its schema, which Swagger UI only displays, if the parameter is optional or
 * the operation changes something. Users must choose for themselves what to change or remove.
 *
 * @throws Error if a required field of a body has no example, default or enum
 */
export function prefillLeast(document: OpenAPIObject): void {
  const samples = new Samples(document);
  for (const { method, path, operation } of operationsOf(document)) {
    for (const parameter of (operation.parameters ?? []) as Parameter[]) {
      if (method !== 'get' || !parameter.required) leaveEmpty(parameter);
    }
    const { content } = (operation.requestBody ?? {}) as { content?: Record<string, MediaType> };
    const json = content?.['application/json'];
    if (!json?.schema) continue;
    const least = samples.of(json.schema, { onlyRequired: true });
    if (least === undefined) throw new Error(`${method} ${path}: The body has no example.`);
    const all = samples.of(json.schema, { onlyRequired: false });
    json.examples = {
      least: { summary: 'Required fields', value: least },
      ...(JSON.stringify(all) !== JSON.stringify(least) && {
        all: { summary: 'All fields', value: all },
      }),
    };
  }
}

function leaveEmpty(parameter: Parameter): void {
  const { schema, example = schema?.example } = parameter;
  if (!schema || example === undefined) return;
  delete parameter.example;
  delete schema.example;
  schema.examples = [example];
}

/** Builds values of a document's schemas from the examples of their properties. */
class Samples {
  constructor(private readonly document: OpenAPIObject) {}

  of(given: Schema, options: { onlyRequired: boolean }): unknown {
    const schema = this.resolve(given);
    if (schema.properties) return this.ofObject(schema, options);
    if (options.onlyRequired && schema.type === 'array' && !schema.minItems) return [];
    if (schema.example !== undefined) return schema.example;
    if (schema.default !== undefined) return schema.default;
    if (schema.enum) return schema.enum[0];
    if (schema.type !== 'array' || !schema.items) return undefined;
    const item = this.of(schema.items, options);
    return item === undefined ? undefined : [item];
  }

  private ofObject({ properties, required = [] }: Schema, options: { onlyRequired: boolean }) {
    const fields = Object.entries(properties!)
      .filter(([name]) => !options.onlyRequired || required.includes(name))
      .map(([name, property]) => {
        const isLeftEmpty = options.onlyRequired && NEVER_PREFILLED.includes(name);
        return [name, isLeftEmpty ? '' : this.of(property, options)] as const;
      })
      .filter(([, value]) => value !== undefined);
    const missing = required.filter((name) => !fields.some(([field]) => field === name));
    if (missing.length > 0)
      throw new Error(`Required fields without an example: ${missing.join(', ')}.`);
    return Object.fromEntries(fields);
  }

  private resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    const found = name ? (this.document.components!.schemas![name] as Schema) : schema;
    if (!found.allOf) return found;
    return Object.assign({}, ...found.allOf.map((part) => this.resolve(part)), found) as Schema;
  }
}
