import { operationsOf } from './openapi.ts';

/** An operation as Swagger UI shows it before any input. */
export interface ShownOperation {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body?: { type: string; value: string | Record<string, string> };
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  example?: Scalar;
  schema: { example?: Scalar; examples?: Scalar[]; default?: Scalar };
}

/** Returns the operations of a document with the values that Swagger UI 5 fills in by default. */
export function shownOperations(document: any): ShownOperation[] {
  return operationsOf(document).map(({ method, path, operation }) => ({
    operationId: operation.operationId,
    method,
    path,
    parameters: operation.parameters ?? [],
    body: operation.requestBody && filledBody(operation.requestBody.content, document),
  }));
}

type Scalar = string | number | boolean;

/** Returns the prefilled value of a parameter's field, or undefined if the field is empty. */
export const filledIn = ({ example, schema }: Parameter): Scalar | undefined =>
  example ?? schema.example ?? schema.default;

function filledBody(content: any, document: any): ShownOperation['body'] {
  const [[type, media]] = Object.entries<any>(content) as [[string, any]];
  if (type === 'application/json') {
    const [first] = Object.values<any>(media.examples);
    return { type, value: JSON.stringify(first.value) };
  }
  if (type !== 'application/x-www-form-urlencoded') return undefined;
  const { properties, required = [] } =
    document.components.schemas[media.schema.$ref.split('/').at(-1)];
  const fields = Object.entries<any>(properties).map(([name, schema]): [string, string] => [
    name,
    String(
      schema.default ??
        schema.example ??
        schema.enum?.[0] ??
        (required.includes(name) ? 'string' : ''),
    ),
  ]);
  return { type, value: Object.fromEntries(fields.filter(([, value]) => value !== '')) };
}

/** Credentials, and input for the required fields that Swagger UI leaves empty. */
interface Typed {
  headers: Record<string, string>;
  values?: Record<string, string>;
}

/**
 * Executes an operation with its prefilled and typed values.
 *
 * @throws Error if a required field is empty, in which case Swagger UI would not send the request
 */
export async function execute(
  origin: string,
  { method, path, parameters, body }: ShownOperation,
  { headers, values = {} }: Typed,
): Promise<{ status: number; text: string }> {
  const url = new URL(origin);
  const sent = new Headers(headers);
  url.pathname = path;
  for (const parameter of parameters) {
    const { name, required } = parameter;
    const value = values[name] ?? filledIn(parameter);
    if (value === undefined) {
      if (required) throw new Error(`${name} is empty.`);
    } else if (parameter.in === 'path') {
      url.pathname = decodeURI(url.pathname).replace(`{${name}}`, String(value));
    } else if (parameter.in === 'query') url.searchParams.set(name, String(value));
    else sent.set(name, String(value));
  }
  if (body) sent.set('content-type', body.type);
  const response = await fetch(url, {
    method,
    headers: sent,
    body: typeof body?.value === 'object' ? new URLSearchParams(body.value) : body?.value,
  });
  return { status: response.status, text: await response.text() };
}
