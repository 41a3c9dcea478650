import { PGlite } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { UnnamedStatementsClient } from '#libs/database/src/connection-config.js';
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
/** Copies the rows that a new database has. */
const KEEP = `
  CREATE SCHEMA kept;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('CREATE TABLE kept.%I AS TABLE public.%I', name, name);
    END LOOP;
  END $$`;
/** Makes the contents those of a new database. */
const RESTORE = `
  SET session_replication_role = replica;
  DO $$ DECLARE name text; filled boolean; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
      IF filled THEN EXECUTE format('TRUNCATE public.%I CASCADE', name); END IF;
    END LOOP;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'kept' LOOP
      EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE kept.%I', name, name);
    END LOOP;
    PERFORM setval(seqrelid::regclass, seqstart, false) FROM pg_sequence;
  END $$;
  RESET session_replication_role`;

/** Address of a database. `close` ends all connections to it. */
export interface ServedDatabase {
  host: string;
  port: number;
  close(): Promise<void>;
}

let shared: Promise<PGlite> | undefined;

/** Lends the database of this thread, with the contents of a new one. */
export async function lendDatabase(): Promise<ServedDatabase> {
  shared ??= start().then(async (db) => {
    await db.exec(KEEP);
    return db;
  });
  const db = await shared;
  await db.exec('DISCARD ALL');
  await db.exec(RESTORE);
  return serve(db);
}

/** Starts a database for specs that change its schema or depend on its statistics. */
export async function startOwnDatabase(): Promise<ServedDatabase> {
  const db = await start();
  const served = await serve(db);
  return {
    ...served,
    close: async () => {
      await served.close();
      await db.close();
    },
  };
}

async function start(): Promise<PGlite> {
  return PGlite.create({ extensions: EXTENSIONS, loadDataDir: await readTemplate() });
}

/** Reads the cached template, which is created on first use and again when its SQL changes. */
async function readTemplate(): Promise<Blob> {
  const path = join(TEMPLATES, `${await digestOfSql()}.tar`);
  const found = await readFile(path).catch(() => undefined);
  if (found) return new Blob([new Uint8Array(found)]);
  const db = await PGlite.create({ extensions: EXTENSIONS });
  const { close, ...address } = await serve(db);
  const user = { user: 'postgres', database: 'postgres' };
  await migrate({ ...address, ...user, Client: UnnamedStatementsClient });
  for (const statement of SHRINK) await db.exec(statement);
  const template = await db.dumpDataDir('none');
  await close();
  await db.close();
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

async function serve(db: PGlite): Promise<ServedDatabase> {
  const host = await mkdtemp(join(tmpdir(), 'mnbd-unit-'));
  const port = 5432;
  const failures: string[] = [];
  const server = new WireServer(db, (cause) => failures.push(cause));
  await server.listen(join(host, `.s.PGSQL.${port}`));
  return {
    host,
    port,
    close: async () => {
      await server.close();
      await rm(host, { recursive: true });
      if (failures.length > 0) throw new Error(`The database failed: ${failures.join(', ')}`);
    },
  };
}
