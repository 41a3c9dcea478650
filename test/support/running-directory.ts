import type { Pool } from 'pg';
import type { TestDatabase } from './databases.ts';
import { connectTo } from './directory.ts';
import { insertKey } from './insert-key.ts';
import { type Program, startProgram } from './program.ts';
import { type ProgramProcess, startProcess } from './program-process.ts';

/** A server on a new database, a key for it, and a direct connection to the database. */
export interface RunningDirectory {
  database: TestDatabase;
  program: Program;
  pool: Pool;
  /** Value of the `X-API-Key` header. */
  key: string;
  /** Stops the server and drops the database. */
  stop(): Promise<void>;
}

export interface DirectoryProcess extends RunningDirectory {
  program: ProgramProcess;
}

export async function startDirectory(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<RunningDirectory> {
  return directoryOf(database, await startProgram({ ...database.env, ...env }));
}

/** Starts a directory in its own process. */
export async function startDirectoryProcess(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<DirectoryProcess> {
  return directoryOf(database, await startProcess({ ...database.env, ...env }));
}

async function directoryOf<Kind extends Program>(
  database: TestDatabase,
  program: Kind,
): Promise<RunningDirectory & { program: Kind }> {
  const pool = await connectTo(database);
  return {
    database,
    program,
    pool,
    key: (await insertKey(pool)).text,
    stop: async () => {
      await pool.end();
      await program.stop();
      await database.drop();
    },
  };
}
