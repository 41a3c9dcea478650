import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onServer } from './on-server.ts';
import { describeWithRedis } from './redis-server.ts';

/** A database and data folder for one program under test. */
export interface TestDatabase {
  /** Environment variables with which the program uses this database. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  drop(): Promise<void>;
}

type Kind = 'embedded' | 'PostgreSQL';

/** Runs a suite once on the embedded database and once on a PostgreSQL server. */
export function onEachDatabase(name: string, suite: (create: () => Promise<TestDatabase>) => void) {
  describe(`${name} (embedded)`, () => suite(() => createDatabase('embedded')));
  describeOnPostgres(`${name} (PostgreSQL)`, () => suite(() => createDatabase('PostgreSQL')));
}

/** Runs a suite if there is a PostgreSQL server, which the global setup starts. */
export const describeOnPostgres = process.env.TEST_POSTGRES_URL ? describe : describe.skip;

/** Runs a suite if there are a PostgreSQL and a Redis server. */
export const describeWithServers = process.env.TEST_POSTGRES_URL
  ? describeWithRedis
  : describe.skip;

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
  const url = new URL(process.env.TEST_POSTGRES_URL!);
  url.pathname = name;
  return {
    env: { DATA_DIR, DATABASE_URL: url.href },
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
