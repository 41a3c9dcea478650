/** First line of a backup: its origin and its tables. */
export interface Manifest {
  format: typeof FORMAT;
  /** Version of the format. This program reads no other version. */
  version: typeof FORMAT_VERSION;
  /** Version of the program that made the backup. */
  program: string;
  /** Time of the backup (RFC 3339, UTC). */
  createdAt: string;
  /** Migrations applied to the database. */
  migrations: string[];
  /** Last value of each sequence. Sequences that were never used are omitted. */
  sequences: Record<string, string>;
  /** Tables in the order of their rows. */
  tables: TableManifest[];
}

export interface TableManifest {
  name: string;
  columns: string[];
  rows: number;
}

export const FORMAT = 'mnbd-backup';
export const FORMAT_VERSION = 1;

/** Values of a row in PostgreSQL's text format, in the order of the table's columns. */
export type Row = (string | null)[];

/** One or more rows of one table. */
export interface Block {
  table: TableManifest;
  rows: Row[];
}

/** Content of a backup, read from a file or directly from the database. */
export interface Contents {
  manifest: Manifest;
  /** Yields all rows, table by table. Holds at most `ROWS_IN_BLOCK` rows in memory. */
  blocks(): AsyncIterable<Block>;
}

/**
 * Tables with data entered by people, and their names in messages. A database without such rows has
 * nothing to lose.
 */
export const ENTERED: Record<string, string> = {
  businesses: 'businesses',
  events: 'events',
  deals: 'deals',
  admins: 'admins',
  key_requests: 'key requests',
  api_keys: 'keys',
  audit_entries: 'audit entries',
};

/** @returns the row counts, such as "businesses: 120, keys: 3", or "empty" */
export function inWords(tables: readonly Omit<TableManifest, 'columns'>[]): string {
  const counts = Object.entries(ENTERED)
    .map(([table, what]) => ({ what, rows: tables.find(({ name }) => name === table)?.rows ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .map(({ what, rows }) => `${what}: ${rows}`);
  return counts.join(', ') || 'empty';
}

export const ROWS_IN_BLOCK = 500;

/** Reports that a backup cannot be made or restored. The message explains why and what to do. */
export class BackupError extends Error {
  static ofNewerProgram(version: string): BackupError {
    return new BackupError(
      `The backup was made by version ${version} of this program, which is newer. Restore it with that version.`,
    );
  }
}
