import type { Business, Change } from '../records.js';
import type { MirrorStore } from './mirror.js';

/** Part of the interface that `node:sqlite` and `better-sqlite3` have in common. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

interface SqliteStatement {
  run(...values: string[]): unknown;
  get(...values: string[]): unknown;
  all(...values: string[]): unknown[];
}

interface Row {
  id: string;
  record: string;
}

/** Number of businesses read at once. */
const BATCH = 500;
const POSITION = 'position';

/**
 * Copy in the table `records` of an SQLite database, with columns `type`, `id` and `record` (JSON).
 *
 * @example
 * new SqliteStore(new DatabaseSync('directory.sqlite'))
 */
export class SqliteStore implements MirrorStore {
  constructor(private readonly database: SqliteDatabase) {
    database.exec(`CREATE TABLE IF NOT EXISTS records
      (type TEXT, id TEXT, record TEXT, PRIMARY KEY (type, id)) WITHOUT ROWID`);
  }

  async position(): Promise<string | undefined> {
    const row = this.database.prepare(`SELECT record FROM records WHERE type = ?`).get(POSITION);
    return (row as Row | undefined)?.record;
  }

  async write(changes: readonly Change[], position: string): Promise<void> {
    const remove = this.database.prepare('DELETE FROM records WHERE type = ? AND id = ?');
    this.transaction((put) => {
      for (const { type, id, deleted, record } of changes) {
        if (deleted) remove.run(type, id);
        else put(type, id, JSON.stringify(record));
      }
      put(POSITION, '', position);
    });
  }

  async updateBusinesses(
    categorySlug: string,
    change: (business: Business) => Business | undefined,
  ): Promise<void> {
    const select = this.database.prepare(`SELECT id, record FROM records
      WHERE type = 'business' AND id > ? AND EXISTS (
        SELECT 1 FROM json_each(record, '$.categories') WHERE value ->> 'slug' = ?)
      ORDER BY id LIMIT ${BATCH}`);
    for (let after = ''; ;) {
      const rows = select.all(after, categorySlug) as Row[];
      const last = rows.at(-1);
      if (!last) return;
      this.transaction((put) => {
        for (const { id, record } of rows) {
          const changed = change(JSON.parse(record) as Business);
          if (changed) put('business', id, JSON.stringify(changed));
        }
      });
      after = last.id;
    }
  }

  async clear(): Promise<void> {
    this.database.exec('DELETE FROM records');
  }

  private transaction(work: (put: (...row: [string, string, string]) => unknown) => void): void {
    const replace = this.database.prepare('REPLACE INTO records VALUES (?, ?, ?)');
    this.database.exec('BEGIN IMMEDIATE');
    try {
      work((...row) => replace.run(...row));
      this.database.exec('COMMIT');
    } catch (error) {
      try {
        this.database.exec('ROLLBACK');
      } catch {
        // SQLite has already rolled back, as on a full disk.
      }
      throw error;
    }
  }
}
