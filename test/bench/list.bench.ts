import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis, RedisServer } from '../support/redis-server.ts';
import { type Contender, LIST } from './list/contender.ts';
import { type Course, startContenders } from './list/contenders.ts';
import { type Measured, printListTable } from './list/list-table.ts';
import { survey } from './list/survey.ts';
import type { BenchDirectory } from './support/bench-directories.ts';
import { drive, type LoadResult } from './support/load.ts';
import { residentMemory } from './support/resident-memory.ts';

/**
 * Compares the list's requests per second with bare servers that send the same bytes and with the
 * obvious implementation, in interleaved rounds. Verifies responses and counters along the way.
 */
export async function benchList(directory: BenchDirectory, course: Course): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-bench-'));
  const redis = findRedis() ? await RedisServer.start() : undefined;
  const contenders: Contender[] = [];
  try {
    const starting = startContenders(directory, await survey(directory), course, { folder, redis });
    for await (const contender of starting) contenders.push(contender);
    const results = contenders.map((): LoadResult[] => []);
    for (let round = 0; round < course.rounds; round++) {
      for (const [index, contender] of contenders.entries()) {
        const result = await measure(contender, course.seconds);
        // The first round only warms up.
        if (round > 0) results[index]!.push(result);
      }
    }
    const measured: Measured[] = [];
    for (const [index, { name, connections, pid }] of contenders.entries()) {
      measured.push({
        name,
        connections,
        results: results[index]!,
        memory: await residentMemory(pid),
      });
    }
    console.log(`${directory.name}, load by wrk:`);
    printListTable(measured);
  } finally {
    for (const contender of contenders) await contender.stop();
    await redis?.kill();
    await rm(folder, { recursive: true });
  }
}

/** @throws Error if a response was wrong, or if the key was not charged once per request */
async function measure(contender: Contender, seconds: number): Promise<LoadResult> {
  const { name, url, headers, expected, connections } = contender;
  const before = await contender.counted?.();
  const load = { url, headers, expected, seconds, connections, ...contender.paths() };
  const result = await drive(load).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  // Waits for requests still in flight, which would slow down the next round.
  await (await fetch(`${url}${LIST}`, { headers })).text();
  const after = await contender.counted?.();
  if (before !== undefined && after !== undefined) {
    // Also counted: the request above, and at most one request in flight per connection.
    const more = after - before - result.answered - result.compared;
    if (more < 1 || more > connections + 1) {
      throw new Error(`${name}: ${result.answered} answered, but ${after - before} counted.`);
    }
  }
  return result;
}
