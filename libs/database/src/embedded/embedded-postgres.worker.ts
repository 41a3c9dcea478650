import { PGlite } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { existsSync } from 'node:fs';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Report } from './postgres-thread.js';
import { WireServer } from './wire-server.js';

/** Runs PostgreSQL in its own thread, so that a long query does not block the event loop. */
const { databaseDir, socketPath } = workerData as { databaseDir: string; socketPath: string };
/**
 * PostgreSQL's own cache, which PGlite holds in the process's memory. At the default of 128 MB the
 * process takes 100 MB more, while the file system's cache serves the remaining pages as well.
 */
const SHARED_BUFFERS = '16MB';
/** Last error that ended PostgreSQL. PGlite's own only states that it failed. */
let fatal: string | undefined;
const report = (message: Report) => parentPort!.postMessage(message);

try {
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await createDatabase();
  const db = await openDatabase(databaseDir);
  const server = new WireServer(db, (reason) => report({ failure: reason }));
  await server.listen(socketPath);
  parentPort!.once('message', () => void stop(db, server));
  report('ready');
} catch (error) {
  const { message, errno } = error as { message?: string; errno?: number };
  report({ failure: fatal ?? message ?? `WASI file system error ${errno}` });
}

function openDatabase(folder: string): Promise<PGlite> {
  return PGlite.create(folder, {
    extensions: { fuzzystrmatch, pg_trgm, unaccent },
    onStderr: (line) => {
      fatal = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? fatal;
      return true;
    },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  });
}

/**
 * Creates the database under a temporary name and renames it once it is complete, so that a crash
 * or a full disk leaves no partial database.
 */
async function createDatabase(): Promise<void> {
  const unfinished = `${databaseDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await (await openDatabase(unfinished)).close();
  // PGlite makes its first files world-readable, regardless of the umask.
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  await rename(unfinished, databaseDir);
}

async function stop(db: PGlite, server: WireServer): Promise<void> {
  await server.close();
  await db.close();
  parentPort!.close();
}
