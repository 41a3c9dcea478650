import type { Pool } from 'pg';
import type { TestDatabase } from './databases.ts';
import { connectTo } from './directory.ts';
import { insertKey } from './insert-key.ts';
import type { Program } from './program.ts';

/** A server on a new database, a key for it, and a direct connection to the database. */
export interface RunningDirectory<Kind extends Program = Program> {
  database: TestDatabase;
  program: Kind;
  pool: Pool;
  /** Value of the `X-API-Key` header. */
  key: string;
  /** Stops the server and drops the database. */
  stop(): Promise<void>;
}

/** Completes a running program to a directory. */
export async function directoryOf<Kind extends Program>(
  database: TestDatabase,
  program: Kind,
  text?: string,
): Promise<RunningDirectory<Kind>> {
  const pool = await connectTo(database);
  const directory: RunningDirectory<Kind> = {
    database,
    program,
    pool,
    key: (await insertKey(pool, { text })).text,
    stop: async () => {
      await pool.end();
      await directory.program.stop();
      await database.drop();
    },
  };
  return directory;
}
