import type { QueryConfig } from 'pg';
import { DatabaseClient } from '../connections/database-client.js';

/**
 * Runs named statements without their names: PGlite has one session for all connections, where a
 * name that one of them has given is taken for the others.
 */
export class UnnamedStatementsClient extends DatabaseClient {
  // The declarations have eight forms; what they share is where the statement is.
  override query: DatabaseClient['query'] = (statement: unknown, ...rest: unknown[]) =>
    Reflect.apply(DatabaseClient.prototype.query, this, [unnamed(statement), ...rest]) as never;
}

function unnamed(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) {
    return statement;
  }
  return { ...(statement as QueryConfig), name: undefined };
}
