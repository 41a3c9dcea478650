import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onServer } from './on-server.ts';

/** A database and data folder for one program under test. */
export interface TestDatabase {
  /** What the program's environment needs to use it. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  drop(): Promise<void>;
}

type Kind = 'embedded' | 'PostgreSQL';

/** Runs a suite once on the embedded database and once on a PostgreSQL server. */
export function onEachDatabase(name: string, suite: (create: () => Promise<TestDatabase>) => void) {
  describe(`${name} (embedded)`, () => suite(() => createDatabase('embedded')));
  describeOnPostgres(`${name} (PostgreSQL)`, () => suite(() => createDatabase('PostgreSQL')));
}

/** The global set-up says so in a line where there is no server, and fails in CI. */
export const describeOnPostgres = process.env.TEST_POSTGRES_URL ? describe : describe.skip;

/** With the present schema and the first admin. */
export function createDatabase(kind: Kind): Promise<TestDatabase> {
  return create(kind, process.env.TEST_POSTGRES_TEMPLATE!);
}

/** On PostgreSQL, and without a schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('PostgreSQL', 'template1');
}

async function create(kind: Kind, template: string): Promise<TestDatabase> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'mnbd-'));
  const removeFolder = () => rm(DATA_DIR, { recursive: true, force: true });
  if (kind === 'embedded') {
    await cp(process.env.TEST_EMBEDDED_TEMPLATE!, DATA_DIR, { recursive: true });
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
