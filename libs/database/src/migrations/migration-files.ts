import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

const MIGRATIONS_DIR = join(PROJECT_ROOT, 'prisma', 'migrations');

/** First line of a step, such as `-- Step: indexes`. The first step starts with the file. */
const STEP = /^-- Step( in batches)?: /;

/** Placeholder for the batch size. Run as written, the file changes all rows at once. */
const NO_LIMIT = 'LIMIT ALL';

/** Part of a migration that runs in one transaction. */
export interface Step {
  sql: string;
  /** Line in the file, starting at 1. */
  firstLine: number;
  /** True if the step is repeated, each time in a transaction, until it changes no row. */
  isInBatches: boolean;
}

export interface Migration {
  name: string;
  /** SHA-256 of the file in hexadecimal, as Prisma records it. */
  checksum: string;
  steps: Step[];
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
  return { name, checksum, steps: readSteps(sql) };
}

/** @throws Error if a step in batches has no placeholder for its limit */
export function readSteps(sql: string): Step[] {
  const lines = sql.split('\n');
  const starts = lines.flatMap((line, i) => (i === 0 || STEP.test(line) ? [i] : []));
  return starts.map((start, i) => {
    const text = lines.slice(start, starts[i + 1]).join('\n');
    const isInBatches = STEP.exec(lines[start]!)?.[1] !== undefined;
    if (isInBatches && !text.includes(NO_LIMIT)) {
      throw new Error(
        `The step at line ${start + 1} needs ${NO_LIMIT} to mark the size of its batches.`,
      );
    }
    return { sql: text, firstLine: start + 1, isInBatches };
  });
}

/** Returns the SQL of one batch. */
export function batchOf({ sql }: Step, rows: number): string {
  return sql.replace(NO_LIMIT, `LIMIT ${rows}`);
}
