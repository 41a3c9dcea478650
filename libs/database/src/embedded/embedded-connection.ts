import type { PoolConfig } from 'pg';
import { socketFolderOf } from './socket-folder.js';
import { UnnamedStatementsClient } from './unnamed-statements.client.js';

/** Of its socket, which is a file. */
export const PORT = 5432;

/** How to connect to the embedded database of a folder, whichever process owns it. */
export async function embeddedConnection(dataDir: string): Promise<PoolConfig> {
  return {
    host: await socketFolderOf(dataDir),
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    Client: UnnamedStatementsClient,
  };
}
