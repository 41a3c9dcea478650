import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres-cluster.ts';
import { startProgram } from './program.ts';

/**
 * Once before all whole-program tests: a PostgreSQL cluster of their own, and an embedded database
 * already made, to be copied instead of made anew by each test.
 */
export default async function setup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-test-'));
  const postgres = await startPostgres(join(folder, 'cluster'));
  if (postgres) process.env.TEST_POSTGRES_URL = postgres.url;
  else if (process.env.CI)
    throw new Error('CI needs PostgreSQL: its binaries or TEST_DATABASE_URL.');
  else console.warn('Skipped: the tests on PostgreSQL (no initdb found, TEST_DATABASE_URL unset).');

  process.env.TEST_EMBEDDED_TEMPLATE = join(folder, 'template');
  const program = await startProgram({ DATA_DIR: process.env.TEST_EMBEDDED_TEMPLATE });
  await program.stop();

  tearDown.tearDownTests = async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Shared with global-teardown.ts, which jest runs in the same process. */
export const tearDown = globalThis as typeof globalThis & { tearDownTests?: () => Promise<void> };
