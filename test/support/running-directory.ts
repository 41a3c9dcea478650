import type { Pool } from 'pg';
import type { TestDatabase } from './databases.ts';
import { connectTo } from './directory.ts';
import { insertKey } from './insert-key.ts';
import { type Program, startProgram } from './program.ts';

/** A server on a database of its own, what it takes to ask it, and a connection to write beside it. */
export interface RunningDirectory {
  database: TestDatabase;
  program: Program;
  pool: Pool;
  /** As it is sent in X-API-Key. */
  key: string;
  /** Ends the server, and removes the database. */
  stop(): Promise<void>;
}

export async function startDirectory(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<RunningDirectory> {
  const program = await startProgram({ ...database.env, ...env });
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
