import type { Operation } from './operations.ts';

/** Role of the client: without credentials, with a key, or an admin. */
export type Role = 'nobody' | 'consumer' | 'admin';

/** A request ready to send. */
export interface StressRequest {
  /** Name in the table. */
  name: string;
  method: string;
  /** Path and query, one byte per character. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
  role: Role;
}

/** A request whose parts can still be changed. */
export interface Draft {
  operation: Operation;
  method: string;
  pathParameters: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: { type: string; content: unknown };
  role: Role;
  /** Changes made to the example, for the table. */
  changes: string[];
}

/** Returns the example request in the document of an operation. */
export function exampleOf(operation: Operation, role: Role): Draft {
  const { method, pathParameters, query, body } = operation;
  return {
    operation,
    method,
    pathParameters: { ...pathParameters },
    // Examples of all parameters together would contradict each other.
    query: query.slice(0, 2).map(({ name, example }) => [name, encodeURIComponent(example)]),
    headers: {},
    ...(body && { body: { type: body.type, content: structuredClone(body.example) } }),
    role,
    changes: [],
  };
}

export function toRequest(draft: Draft): StressRequest {
  const { operation, method, pathParameters, query, headers, body, role, changes } = draft;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters[name]!);
  const parameters = query.map(([name, value]) => `${name}=${value}`).join('&');
  return {
    name: `${method} ${operation.path} (${changes.join(', ') || 'as documented'})`,
    method,
    target: parameters ? `${path}?${parameters}` : path,
    headers: { ...(body && { 'content-type': body.type }), ...headers },
    ...(body && { body: toBytes(body) }),
    role,
  };
}

function toBytes({ type, content }: { type: string; content: unknown }): Buffer {
  if (Buffer.isBuffer(content)) return content;
  if (typeof content === 'string') return Buffer.from(content);
  if (!type.includes('form-urlencoded')) return Buffer.from(JSON.stringify(content));
  const fields = Object.entries(content as object).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Buffer.from(new URLSearchParams(fields).toString());
}
