import type { PoolConfig, QueryConfig } from 'pg';
import type { Environment } from '#libs/config/src/environment.js';
import { socketFolderOf } from './embedded/socket-folder.js';
import { DatabaseClient } from './connections/database-client.js';

/**
 * Returns the connection settings of the database in the environment. Another process may own the
 * embedded one.
 */
export async function connectionConfig({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>): Promise<PoolConfig> {
  return DATABASE_URL ? { connectionString: DATABASE_URL } : embeddedConnection(DATA_DIR);
}

/** Port in the name of the socket file. */
export const PORT = 5432;

/**
 * Returns the connection settings of the embedded database in a folder, whichever process owns it.
 */
export async function embeddedConnection(dataDir: string): Promise<PoolConfig> {
  return {
    host: await socketFolderOf(dataDir),
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    Client: UnnamedStatementsClient,
  };
}

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
