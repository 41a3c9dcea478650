import { startProcess } from '../support/program-process.ts';
import type { TestDatabase } from '../support/databases.ts';
import type { BenchDirectory } from './support/bench-directories.ts';
import { residentMemory } from './support/resident-memory.ts';
import { median } from './support/statistics.ts';

const STARTS = 5;

/** Measures the time from starting the server's process until `/health` answers. */
export async function benchStart(directories: BenchDirectory[]): Promise<void> {
  const rows = [];
  for (const directory of directories) {
    const database = await directory.open();
    // The first start migrates the schema.
    await start(database);
    const starts = [];
    for (let count = 0; count < STARTS; count++) starts.push(await start(database));
    rows.push({
      directory: directory.name,
      'median s': median(starts.map(({ seconds }) => seconds)).toFixed(2),
      'slowest s': Math.max(...starts.map(({ seconds }) => seconds)).toFixed(2),
      'memory MB': median(starts.map(({ memory }) => memory)),
    });
    await database.drop();
  }
  console.table(rows);
  console.log(`Of ${STARTS} warm starts; the server is asked every 50 ms whether it is up.`);
}

async function start({ env }: TestDatabase): Promise<{ seconds: number; memory: number }> {
  const before = performance.now();
  const program = await startProcess(env);
  const seconds = (performance.now() - before) / 1000;
  const { now: memory } = await residentMemory(program.pid);
  await program.stop();
  return { seconds, memory };
}
