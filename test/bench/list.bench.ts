import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis, RedisServer } from '../support/redis-server.ts';
import {
  type Contender,
  type Course,
  NEST,
  NODE_HTTP,
  startContenders,
} from './list/contenders.ts';
import type { BenchDirectory } from './support/bench-directories.ts';
import { drive, type LoadResult } from './support/load.ts';
import { median } from './support/statistics.ts';

/** A contender with its results, one per round. */
interface Measured extends Contender {
  results: LoadResult[];
}

/**
 * Compares the list's requests per second with bare servers that send the same bytes and with the
 * obvious implementation, in interleaved rounds.
 */
export async function benchList(directory: BenchDirectory, course: Course): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-bench-'));
  const redis = findRedis() ? await RedisServer.start() : undefined;
  const contenders: Measured[] = [];
  try {
    for await (const contender of startContenders(directory, course, { folder, redis })) {
      contenders.push(Object.assign(contender, { results: [] }));
    }
    for (let round = 0; round < course.rounds; round++) {
      for (const contender of contenders) {
        const result = await measure(contender, course.seconds);
        // The first round only warms up.
        if (round > 0) contender.results.push(result);
      }
    }
    console.log(`${directory.name}, load by wrk:`);
    printTable(contenders);
  } finally {
    for (const contender of contenders) await contender.stop();
    await redis?.kill();
    await rm(folder, { recursive: true });
  }
}

/** @throws Error if a response was wrong */
async function measure(contender: Contender, seconds: number): Promise<LoadResult> {
  const { name, url, headers, expected, connections } = contender;
  const load = { url, headers, expected, seconds, connections, ...contender.paths() };
  const result = await drive(load).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  // Waits for requests still in flight, which would slow down the next round.
  await (await fetch(`${url}/api/v1/businesses`, { headers })).text();
  return result;
}

/** Prints the medians of the rounds, compared with bare servers on as many connections. */
function printTable(measured: Measured[]): void {
  const rateOf = ({ results }: Measured) =>
    median(results.map(({ answered, seconds }) => answered / seconds));
  const of = (bare: string, contender: Measured) => {
    const { connections } = contender;
    const same = measured.find((each) => each.name === bare && each.connections === connections);
    const fraction = rateOf(contender) / rateOf(same!);
    return fraction.toFixed(fraction < 0.1 ? 3 : 2);
  };
  console.table(
    measured.map((contender) => ({
      server: contender.name,
      connections: contender.connections,
      'requests/s': Math.round(rateOf(contender)),
      'of node:http': of(NODE_HTTP, contender),
      'of Nest': of(NEST, contender),
      'p50 ms': median(contender.results.map(({ p50 }) => p50)).toFixed(2),
      'p99 ms': median(contender.results.map(({ p99 }) => p99)).toFixed(1),
    })),
  );
}
