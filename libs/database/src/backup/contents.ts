/** What stands first in a backup: what made it, and what it holds. */
export interface Manifest {
  format: typeof FORMAT;
  /** Version of the format; this program reads no other. */
  version: typeof FORMAT_VERSION;
  /** The version of the program that made it. */
  program: string;
  /** RFC 3339, in UTC. */
  createdAt: string;
  /** The migrations that the database had had. */
  migrations: string[];
  /** The last number that each sequence gave; those that gave none are left out. */
  sequences: Record<string, string>;
  /** In the order in which their rows follow. */
  tables: TableManifest[];
}

export interface TableManifest {
  name: string;
  columns: string[];
  rows: number;
}

export const FORMAT = 'mnbd-backup';
export const FORMAT_VERSION = 1;

/** The values of a row as PostgreSQL writes them in text, in the order of its table's columns. */
export type Row = (string | null)[];

/** Some rows of one table; never none. */
export interface Block {
  table: TableManifest;
  rows: Row[];
}

/** All that a backup holds, whether it is in a file or still in the database. */
export interface Contents {
  manifest: Manifest;
  /** All rows, table by table; at most `ROWS_IN_BLOCK` at a time are in memory. */
  blocks(): AsyncIterable<Block>;
}

/** What people entered, by its table: where there is none of it, a database has nothing to lose. */
export const ENTERED: Record<string, string> = {
  businesses: 'businesses',
  events: 'events',
  deals: 'deals',
  admins: 'admins',
  key_requests: 'requests for keys',
  api_keys: 'keys',
  audit_entries: 'entries in the audit',
};

/** @returns such as "businesses: 120, keys: 3" */
export function inWords(tables: readonly Omit<TableManifest, 'columns'>[]): string {
  return Object.entries(ENTERED)
    .map(([table, what]) => ({ what, rows: tables.find(({ name }) => name === table)?.rows ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .map(({ what, rows }) => `${what}: ${rows}`)
    .join(', ');
}

export const ROWS_IN_BLOCK = 500;

/** A backup cannot be made or restored; the message is a sentence that says why, and what to do. */
export class BackupError extends Error {
  static ofNewerProgram(version: string): BackupError {
    return new BackupError(
      `The backup was made by a newer version of this program, ${version}. Restore it with that version.`,
    );
  }
}
