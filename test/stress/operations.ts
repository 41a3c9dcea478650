import { operationsOf, readDocuments } from '../support/openapi.ts';
import type { Program } from '../support/program.ts';

/** An operation of an OpenAPI document, with an example of each input. */
export interface Operation {
  /** HTTP method in upper case. */
  method: string;
  /** Path template with parameters in braces. */
  path: string;
  pathParameters: Record<string, string>;
  query: Parameter[];
  body?: { type: string; example: unknown };
}

export interface Parameter {
  name: string;
  example: string;
  minimum?: number;
  maximum?: number;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
}

/** Returns all operations in both of the server's documents. */
export async function readOperations(program: Program): Promise<Operation[]> {
  return (await readDocuments(program)).flatMap((document) =>
    operationsOf(document).map(({ method, path, operation }) =>
      toOperation(method, path, operation, document),
    ),
  );
}

function toOperation(method: string, path: string, operation: any, document: any): Operation {
  const parameters: any[] = operation.parameters ?? [];
  const example = ({ example, schema = {} }: any) => String(example ?? exampleOf(schema, document));
  const [content] = Object.entries<any>(operation.requestBody?.content ?? {});
  return {
    method,
    path,
    pathParameters: Object.fromEntries(
      parameters.filter((each) => each.in === 'path').map((each) => [each.name, example(each)]),
    ),
    query: parameters
      .filter((each) => each.in === 'query')
      .map((each) => ({
        name: each.name,
        example: example(each),
        minimum: each.schema?.minimum,
        maximum: each.schema?.maximum,
      })),
    ...(content && {
      body: { type: content[0], example: exampleOf(content[1].schema, document) },
    }),
  };
}

function exampleOf(schema: Schema, document: any): unknown {
  if (schema.$ref) return exampleOf(resolved(schema.$ref, document), document);
  const { example, properties, items, enum: choices } = schema;
  if (example !== undefined) return example;
  if (schema.default !== undefined) return schema.default;
  if (choices) return choices[0];
  const [alternative] = schema.allOf ?? schema.oneOf ?? schema.anyOf ?? [];
  if (alternative) return exampleOf(alternative, document);
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, exampleOf(each, document)]),
    );
  }
  if (items) return [exampleOf(items, document)];
  const type = [schema.type].flat()[0];
  return type === 'integer' || type === 'number' ? 1 : type === 'boolean' ? true : 'text';
}

/** Resolves a JSON Pointer within the document (RFC 6901). */
function resolved($ref: string, document: any): Schema {
  return $ref
    .slice('#/'.length)
    .split('/')
    .reduce((part, name) => part[name], document);
}
