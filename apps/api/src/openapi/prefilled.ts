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
 * Makes what Swagger UI fills in by itself the least that is valid, so that who executes an operation
 * as it stands does what its name says and nothing else.
 *
 * It fills in the first named example of a body, or else the examples of all its properties, optional
 * ones too; and the `example` of each parameter. So a JSON body gets two named examples, the required
 * fields and then all fields. The example of a parameter moves to where it is only read, the `examples`
 * of its schema, if the parameter is optional or the operation changes something: what is changed or
 * removed is chosen by whoever does it.
 *
 * @throws Error for a required field of a body without an example, a default or an enum
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
    if (least === undefined) throw new Error(`${method} ${path}: its body has no example.`);
    const all = samples.of(json.schema, { onlyRequired: false });
    json.examples = {
      least: { summary: 'The least that is valid', value: least },
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

/** Values of a document's schemas, put together from the examples of their properties. */
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
      .map(([name, property]) => [name, this.of(property, options)] as const)
      .filter(([, value]) => value !== undefined);
    const missing = required.filter((name) => !fields.some(([field]) => field === name));
    if (missing.length > 0) throw new Error(`The field ${missing.join(', ')} has no example.`);
    return Object.fromEntries(fields);
  }

  private resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    const found = name ? (this.document.components!.schemas![name] as Schema) : schema;
    if (!found.allOf) return found;
    return Object.assign({}, ...found.allOf.map((part) => this.resolve(part)), found) as Schema;
  }
}
