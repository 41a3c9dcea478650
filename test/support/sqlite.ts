import sqlite from 'node-sqlite3-wasm';
import type { SqliteDatabase } from '#libs/client/src/index.js';

type OpenDatabase = SqliteDatabase & { close(): void };

/** Missing from Node.js 20 and its types. */
const BUILT_IN: string = 'node:sqlite';

/** Opens a file with `node:sqlite`, or with WebAssembly on Node.js versions that lack it. */
export async function openSqlite(file: string): Promise<OpenDatabase> {
  try {
    const { DatabaseSync } = await import(BUILT_IN);
    return new DatabaseSync(file) as OpenDatabase;
  } catch {
    const database = new sqlite.Database(file);
    return {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => ({
        run: (...values) => database.run(sql, values),
        get: (...values) => database.get(sql, values),
        all: (...values) => database.all(sql, values),
      }),
      close: () => database.close(),
    };
  }
}
