import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** A fresh database and data folder for one program under test. */
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

export async function createDatabase(kind: Kind): Promise<TestDatabase> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'mnbd-'));
  const removeFolder = () => rm(DATA_DIR, { recursive: true, force: true });
  if (kind === 'embedded') {
    await cp(process.env.TEST_EMBEDDED_TEMPLATE!, DATA_DIR, { recursive: true });
    return { env: { DATA_DIR }, drop: removeFolder };
  }
  const name = `mnbd_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
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

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
}
