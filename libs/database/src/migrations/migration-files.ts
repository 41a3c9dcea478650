import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

const MIGRATIONS_DIR = join(PROJECT_ROOT, 'prisma', 'migrations');
const FUNCTIONS_DIR = join(PROJECT_ROOT, 'prisma', 'functions');

/** Line of a migration in whose place the files in `prisma/functions` run. */
const FUNCTIONS = /^-- Apply prisma\/functions\.$/m;
/** The functions call each other across files, so PostgreSQL must not check them one by one. */
const UNCHECKED = 'SET LOCAL check_function_bodies = off;';

export interface Migration {
  name: string;
  /** SHA-256 of the file in hexadecimal, as Prisma records it. */
  checksum: string;
  /** Statements to run, including those of the functions. */
  sql: string;
}

/** Returns the names of all migrations in order. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

export async function readMigration(name: string): Promise<Migration> {
  const text = await readFile(join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8');
  const checksum = createHash('sha256').update(text).digest('hex');
  const functions = FUNCTIONS.test(text) ? await readFunctions() : '';
  return { name, checksum, sql: text.replace(FUNCTIONS, () => functions) };
}

async function readFunctions(): Promise<string> {
  const files = (await readdir(FUNCTIONS_DIR)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(FUNCTIONS_DIR, file), 'utf8')));
  return [UNCHECKED, ...texts].join('\n');
}
