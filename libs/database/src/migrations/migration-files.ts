import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

const MIGRATIONS_DIR = join(PROJECT_ROOT, 'prisma', 'migrations');

/** A step begins with a line such as `-- Step: indexes`; the first, with the file. */
const STEP = /^-- Step( in batches)?: /;

/** What stands for the size of a batch: as it is written, the file does all at once. */
const NO_LIMIT = 'LIMIT ALL';

/** What is done in one transaction, so that it is done whole or not at all. */
export interface Step {
  sql: string;
  /** In the file, from 1. */
  firstLine: number;
  /** Whether it is done again and again, a transaction each time, until it changes no row. */
  isInBatches: boolean;
}

export interface Migration {
  name: string;
  /** SHA-256 of the file in hexadecimal digits, as Prisma records it. */
  checksum: string;
  steps: Step[];
}

/** In the order in which they are applied. */
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

/** @throws Error when a step in batches does not say where its limit goes */
export function readSteps(sql: string): Step[] {
  const lines = sql.split('\n');
  const starts = lines.flatMap((line, i) => (i === 0 || STEP.test(line) ? [i] : []));
  return starts.map((start, i) => {
    const text = lines.slice(start, starts[i + 1]).join('\n');
    const isInBatches = STEP.exec(lines[start]!)?.[1] !== undefined;
    if (isInBatches && !text.includes(NO_LIMIT)) {
      throw new Error(`The step at line ${start + 1} needs a ${NO_LIMIT} for its batches.`);
    }
    return { sql: text, firstLine: start + 1, isInBatches };
  });
}

/** One batch of a step in batches. */
export function batchOf({ sql }: Step, rows: number): string {
  return sql.replace(NO_LIMIT, `LIMIT ${rows}`);
}
