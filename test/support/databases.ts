import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onServer } from './on-server.ts';
import { startPostgres } from './postgres-cluster.ts';
import { describeWithRedis } from './redis-server.ts';

/** A database and data folder for one program under test. */
export interface TestDatabase {
  /** Environment variables with which the program uses this database. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  drop(): Promise<void>;
}

export type Kind = 'embedded' | 'PostgreSQL';

/** Runs a suite once on the embedded database and once on a PostgreSQL server. */
export function onEachDatabase(name: string, suite: (create: () => Promise<TestDatabase>) => void) {
  describe(`${name} (embedded)`, () => suite(() => createDatabase('embedded')));
  describeOnPostgres(`${name} (PostgreSQL)`, () => suite(() => createDatabase('PostgreSQL')));
}

/** Runs a suite if there is a PostgreSQL server, which the global setup starts. */
export function describeOnPostgres(name: string, suite: () => void) {
  (process.env.TEST_POSTGRES_URL ? describe : describe.skip)(name, suite);
}

/** Runs a suite if there are a PostgreSQL and a Redis server. */
export function describeWithServers(name: string, suite: () => void) {
  (process.env.TEST_POSTGRES_URL ? describeWithRedis : describe.skip)(name, suite);
}

/**
 * Creates a database of each kind, which `createDatabase` copies. Starts a PostgreSQL server.
 *
 * @param fill starts the program once, so that a database has the schema and the first admin
 * @returns a function that stops the server and removes the databases
 */
export async function prepareDatabases(
  kinds: Kind[],
  fill: (env: TestDatabase['env']) => Promise<void>,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-test-'));
  if (kinds.includes('embedded')) {
    process.env.TEST_EMBEDDED_TEMPLATE = join(folder, 'template');
    await fill({ DATA_DIR: process.env.TEST_EMBEDDED_TEMPLATE });
  }
  if (!kinds.includes('PostgreSQL')) return () => rm(folder, { recursive: true, force: true });
  const postgres = await startPostgres(join(folder, 'cluster'));
  if (!postgres) throw new Error('PostgreSQL is required: install its binaries.');
  process.env.TEST_POSTGRES_URL = postgres.url;
  const template = `mnbd_template_${randomBytes(6).toString('hex')}`;
  process.env.TEST_POSTGRES_TEMPLATE = template;
  await onServer(`CREATE DATABASE ${template}`);
  await fill({ DATA_DIR: join(folder, 'data'), DATABASE_URL: urlOf(template) });
  return async () => {
    await onServer(`DROP DATABASE ${template}`);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function urlOf(database: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL!);
  url.pathname = database;
  return url.href;
}

/** Creates a database with the current schema and the first admin. */
export function createDatabase(kind: Kind): Promise<TestDatabase> {
  return create(kind, process.env.TEST_POSTGRES_TEMPLATE!);
}

/**
 * Creates a database for specs whose subject does not depend on the kind: PostgreSQL if there is a
 * server (programs start sooner and transactions run concurrently), else embedded.
 */
export function createAnyDatabase(): Promise<TestDatabase> {
  return createDatabase(process.env.TEST_POSTGRES_URL ? 'PostgreSQL' : 'embedded');
}

/** Creates a PostgreSQL database without a schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('PostgreSQL', 'template1');
}

async function create(kind: Kind, template: string): Promise<TestDatabase> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'mnbd-'));
  const removeFolder = () => rm(DATA_DIR, { recursive: true, force: true });
  if (kind === 'embedded') {
    await copyEmbeddedTemplate(DATA_DIR);
    return { env: { DATA_DIR }, drop: removeFolder };
  }
  const name = `mnbd_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    env: { DATA_DIR, DATABASE_URL: urlOf(name) },
    drop: async () => {
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      await removeFolder();
    },
  };
}

/** Copies the template into an existing, empty folder. */
export async function copyEmbeddedTemplate(folder: string): Promise<void> {
  // For the template's thousand files, Node's own `cp` takes ten times as long.
  await promisify(execFile)('cp', ['-R', `${process.env.TEST_EMBEDDED_TEMPLATE!}/.`, folder]);
}
