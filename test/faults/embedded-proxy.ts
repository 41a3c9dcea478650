import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresThread } from '#libs/database/src/embedded/postgres-thread.js';
import { socketFolderOf } from '#libs/database/src/embedded/socket-folder.js';
import { PostgresProxy } from './postgres-proxy.ts';

/** Port in the name of the socket behind the proxy. */
const PORT = 5433;
const startThread = PostgresThread.start;

/** Settings of connections to the embedded database of a folder that no fault strikes. */
export async function directConnection(dataDir: string) {
  return { host: await socketFolderOf(dataDir), port: PORT, user: 'postgres' };
}

/** Returns a proxy in front of the embedded database that starts next, and restarts. */
export async function proxyEmbedded(dataDir: string): Promise<PostgresProxy> {
  const direct = join(await socketFolderOf(dataDir), `.s.PGSQL.${PORT}`);
  const proxy = new PostgresProxy({ path: direct });
  PostgresThread.start = async (databaseDir, socketPath) => {
    await rm(direct, { force: true });
    const thread = await startThread(databaseDir, direct);
    await proxy.listen({ path: socketPath });
    return thread;
  };
  return proxy;
}
