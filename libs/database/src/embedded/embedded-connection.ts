import type { PoolConfig } from 'pg';
import { socketFolderOf } from './socket-folder.js';
import { UnnamedStatementsClient } from './unnamed-statements.client.js';

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
