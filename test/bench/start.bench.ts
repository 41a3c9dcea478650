import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcess } from '../support/program-process.ts';
import type { TestDatabase } from '../support/databases.ts';
import type { BenchDirectory } from './support/bench-directories.ts';
import { residentMemory } from './support/resident-memory.ts';
import { median } from './support/statistics.ts';

const STARTS = 5;
const SETTLING_MS = 10_000;
const IDLE_MS = 30_000;
/** Processor time in /proc is in hundredths of a second (proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;

/**
 * Measures the time from starting the server's process until `/health` answers, and the processor
 * time and memory of an idle server.
 */
export async function benchStart(directories: BenchDirectory[]): Promise<void> {
  const rows = [];
  for (const directory of directories) {
    const database = await directory.open();
    // The first start migrates the schema.
    await start(database);
    const starts: Started[] = [];
    for (let count = 0; count < STARTS; count++) starts.push(await start(database));
    rows.push({
      directory: directory.name,
      'median s': median(starts.map(({ seconds }) => seconds)).toFixed(2),
      'slowest s': Math.max(...starts.map(({ seconds }) => seconds)).toFixed(2),
      'memory MB': median(starts.map(({ memory }) => memory)),
      ...(await idle(database)),
    });
    await database.drop();
  }
  console.table(rows);
  console.log(
    `Of ${STARTS} warm starts; the server is asked every 50 ms whether it is up. ` +
      `Idle: ${IDLE_MS / 1000} s of a server that nobody asks, in percent of a core.`,
  );
}

interface Started {
  seconds: number;
  memory: number;
}

async function start({ env }: TestDatabase): Promise<Started> {
  const before = performance.now();
  const program = await startProcess(env);
  const seconds = (performance.now() - before) / 1000;
  const { now: memory } = await residentMemory(program.pid);
  await program.stop();
  return { seconds, memory };
}

async function idle({ env }: TestDatabase): Promise<Record<string, string | number>> {
  const program = await startProcess(env);
  await delay(SETTLING_MS);
  const before = await processorSeconds(program.pid);
  await delay(IDLE_MS);
  const used = (await processorSeconds(program.pid)) - before;
  const { now: memory } = await residentMemory(program.pid);
  await program.stop();
  return { 'idle %': ((used / IDLE_MS) * 100_000).toFixed(2), 'idle MB': memory };
}

async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}
