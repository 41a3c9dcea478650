import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canUse } from './can-use.ts';
import { startHosts } from './hosts.ts';
import { onServer } from './on-server.ts';
import { hasPostgres, startPostgres } from './postgres-cluster.ts';
import { startProgram } from './program.ts';

/**
 * Prepares all whole-program tests: starts host processes and a PostgreSQL cluster, and creates one
 * PostgreSQL and one embedded database that tests copy instead of migrating their own.
 */
export default async function setup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const hosts = await startHosts(maxWorkers);
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-test-'));
  const postgres = canUse('PostgreSQL', hasPostgres())
    ? await startPostgres(join(folder, 'cluster'))
    : undefined;
  if (postgres) process.env.TEST_POSTGRES_URL = postgres.url;

  process.env.TEST_EMBEDDED_TEMPLATE = join(folder, 'template');
  await fill({ DATA_DIR: process.env.TEST_EMBEDDED_TEMPLATE });
  if (postgres) {
    process.env.TEST_POSTGRES_TEMPLATE = `mnbd_template_${randomBytes(6).toString('hex')}`;
    await onServer(`CREATE DATABASE ${process.env.TEST_POSTGRES_TEMPLATE}`);
    const url = new URL(postgres.url);
    url.pathname = process.env.TEST_POSTGRES_TEMPLATE;
    await fill({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url.href });
  }

  tearDown.tearDownTests = async () => {
    await hosts.stop();
    if (postgres) await onServer(`DROP DATABASE ${process.env.TEST_POSTGRES_TEMPLATE}`);
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Starts the program once, so that the template contains the data of a first start. */
async function fill(env: Record<string, string>): Promise<void> {
  const program = await startProgram(env);
  await program.stop();
}

/** Shared with global-teardown.ts, which jest runs in the same process. */
export const tearDown = globalThis as typeof globalThis & { tearDownTests?: () => Promise<void> };
