import type { QueryConfig } from 'pg';
import { DatabaseClient } from '../connections/database-client.js';

/**
 * Runs named statements without their names. PGlite has one session for all connections, so a name
 * used by one connection is taken for the others.
 */
export class UnnamedStatementsClient extends DatabaseClient {
  // `query` has eight overloads. All of them take the statement first.
  override query: DatabaseClient['query'] = (statement: unknown, ...rest: unknown[]) =>
    Reflect.apply(DatabaseClient.prototype.query, this, [unnamed(statement), ...rest]) as never;
}

function unnamed(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) {
    return statement;
  }
  return { ...(statement as QueryConfig), name: undefined };
}
