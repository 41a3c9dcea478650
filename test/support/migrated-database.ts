import { PGlite } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { PoolConfig } from 'pg';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { Database } from '#libs/database/src/database.js';
import { UnnamedStatementsClient } from '#libs/database/src/embedded/unnamed-statements.client.js';
import { WireServer } from '#libs/database/src/embedded/wire-server.js';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { migrationNames, readMigration } from '#libs/database/src/migrations/migration-files.js';
import { ARGUMENTS_OF_SPECS } from './arguments-of-specs.ts';

// V8 accepts WebAssembly flags even after Node has started.
ARGUMENTS_OF_SPECS.filter((argument) => argument.startsWith('--wasm')).forEach((argument) =>
  setFlagsFromString(argument),
);

const EXTENSIONS = { fuzzystrmatch, pg_trgm, unaccent };
/** Drops the databases that no spec uses, because loading their files takes a third of a start. */
const SHRINK = [
  'UPDATE pg_database SET datistemplate = false',
  'DROP DATABASE template1',
  'DROP DATABASE template0',
  'CHECKPOINT',
];
const TEMPLATES = join(PROJECT_ROOT, 'node_modules', '.cache', 'migrated-database');

export interface MigratedDatabase {
  database: Database;
  close(): Promise<void>;
}

/** Provides a migrated database to all tests of a suite. */
export function useMigratedDatabase(): { readonly database: Database } {
  let served: MigratedDatabase;
  beforeAll(async () => {
    served = await createMigratedDatabase();
  });
  afterAll(() => served.close());
  return {
    get database() {
      return served.database;
    },
  };
}

/**
 * Creates an empty database with the current schema in the memory of the spec's process, to test
 * SQL without starting a program. It runs one transaction at a time, so conflicts between
 * transactions can only be tested on a PostgreSQL server.
 */
export async function createMigratedDatabase(): Promise<MigratedDatabase> {
  const template = await readTemplate();
  const db = await PGlite.create({ extensions: EXTENSIONS, loadDataDir: template });
  const served = await serve(db);
  const database = await Database.connect(served.config);
  return {
    database,
    close: async () => {
      await database.close();
      await served.close();
    },
  };
}

/** Reads the cached template, which is created on first use and again when its SQL changes. */
async function readTemplate(): Promise<Blob> {
  const path = join(TEMPLATES, `${await digestOfSql()}.tar`);
  const found = await readFile(path).catch(() => undefined);
  if (found) return new Blob([new Uint8Array(found)]);
  const db = await PGlite.create({ extensions: EXTENSIONS });
  const served = await serve(db);
  await migrate(served.config);
  for (const statement of SHRINK) await db.exec(statement);
  const template = await db.dumpDataDir('none');
  await served.close();
  await mkdir(TEMPLATES, { recursive: true });
  // Moves the complete file into place, because several processes may create it at the same time.
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, Buffer.from(await template.arrayBuffer()));
  await rename(unfinished, path);
  return template;
}

async function digestOfSql(): Promise<string> {
  const migrations = await Promise.all((await migrationNames()).map(readMigration));
  return createHash('sha256')
    .update(JSON.stringify([migrations, SHRINK]))
    .digest('hex');
}

async function serve(db: PGlite): Promise<{ config: PoolConfig; close(): Promise<void> }> {
  const host = await mkdtemp(join(tmpdir(), 'mnbd-unit-'));
  const port = 5432;
  const failures: string[] = [];
  const server = new WireServer(db, (cause) => failures.push(cause));
  await server.listen(join(host, `.s.PGSQL.${port}`));
  return {
    config: { host, port, user: 'postgres', database: 'postgres', Client: UnnamedStatementsClient },
    close: async () => {
      await server.close();
      await db.close();
      await rm(host, { recursive: true });
      if (failures.length > 0) throw new Error(`The database failed: ${failures.join(', ')}`);
    },
  };
}
