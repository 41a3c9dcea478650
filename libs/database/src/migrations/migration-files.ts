import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

const MIGRATIONS_DIR = join(PROJECT_ROOT, 'prisma', 'migrations');

export interface Migration {
  name: string;
  /** SHA-256 of the file in hexadecimal, as Prisma records it. */
  checksum: string;
  sql: string;
}

/** Returns the names of all migrations in order. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

export async function readMigration(name: string): Promise<Migration> {
  const sql = await readFile(join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { name, checksum, sql };
}
