import { Client, type QueryConfig } from 'pg';

/**
 * Runs named statements without their names: PGlite has one session for all connections, where a
 * name that one of them has given is taken for the others.
 */
export class UnnamedStatementsClient extends Client {
  // The declarations have eight forms; what they share is where the statement is.
  override query: Client['query'] = (statement: unknown, ...rest: unknown[]) =>
    Reflect.apply(Client.prototype.query, this, [unnamed(statement), ...rest]) as never;
}

function unnamed(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) {
    return statement;
  }
  return { ...(statement as QueryConfig), name: undefined };
}
