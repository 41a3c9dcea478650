import { canUse } from './can-use.ts';
import { prepareDatabases } from './databases.ts';
import { startHosts } from './hosts.ts';
import { hasPostgres } from './postgres-cluster.ts';
import { startProgram } from './program.ts';

/** Prepares all whole-program tests: starts host processes, and creates the databases to copy. */
export default async function setup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const hosts = await startHosts(maxWorkers);
  const onServer = canUse('PostgreSQL', hasPostgres());
  const removeDatabases = await prepareDatabases(
    onServer ? ['embedded', 'PostgreSQL'] : ['embedded'],
    async (env) => (await startProgram(env)).stop(),
  );
  tearDown.tearDownTests = async () => {
    await hosts.stop();
    await removeDatabases();
  };
}

/** Shared with global-teardown.ts, which jest runs in the same process. */
export const tearDown = globalThis as typeof globalThis & { tearDownTests?: () => Promise<void> };
