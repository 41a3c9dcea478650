import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { DataDirLock } from './data-dir-lock.js';
import { UnnamedStatementsClient } from './unnamed-statements.client.js';

const PORT = 5432;
const WORKER = 'dist/libs/database/src/embedded/embedded-postgres.worker.js';

/**
 * PostgreSQL in this process (PGlite), in a data folder that this process owns, spoken to over a
 * Unix socket just as a server is.
 */
export class EmbeddedPostgres {
  private constructor(
    private readonly lock: DataDirLock,
    private readonly worker: Worker,
  ) {}

  /** @throws DataDirInUseError when another process owns the folder */
  static async start(dataDir: string, program: string): Promise<EmbeddedPostgres> {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const socketDir = await makeSocketDir(dataDir);
    const lock = await DataDirLock.acquire(socketDir, dataDir, program);
    const socketPath = join(socketDir, `.s.PGSQL.${PORT}`);
    try {
      await rm(socketPath, { force: true });
      const worker = new Worker(join(PROJECT_ROOT, WORKER), {
        workerData: { databaseDir: join(dataDir, 'postgres'), socketPath },
      });
      await once(worker, 'message');
      await chmod(socketPath, 0o600);
      return new EmbeddedPostgres(lock, worker);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async stop(): Promise<void> {
    const exited = once(this.worker, 'exit');
    this.worker.postMessage('stop');
    await exited;
    await this.lock.release();
  }
}

/** How to connect to the embedded database of a folder, whichever process owns it. */
export async function embeddedConnection(dataDir: string): Promise<PoolConfig> {
  return {
    host: await makeSocketDir(dataDir),
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    Client: UnnamedStatementsClient,
  };
}

/**
 * The data folder itself, or, where its path leaves no room for a socket's name (sun_path holds
 * about 100 bytes, unix(7)), a folder of this user's under the temporary one.
 */
async function makeSocketDir(dataDir: string): Promise<string> {
  if (Buffer.byteLength(dataDir) <= 80) return dataDir;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const short = join(tmpdir(), `mnbd-${digest}`);
  await mkdir(short, { recursive: true, mode: 0o700 });
  return short;
}
