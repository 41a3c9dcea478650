import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { BenchDirectory } from './support/bench-directories.ts';
import { type DirectoryServer } from './support/directory-server.ts';
import { residentMemory } from './support/resident-memory.ts';
import { median, percentile } from './support/statistics.ts';
import { withWatch } from './support/stop-watch.ts';

const EXPORT = '/api/v1/export/businesses.ndjson';
const CALM_MS = 10_000;
/** Interval between requests for new pages while the export is created and sent. */
const LIST_EVERY_MS = 20;

/**
 * Measures how long an export takes to create and to send, and the server's memory and the latency
 * of list pages during it.
 */
export async function benchExport(directory: BenchDirectory): Promise<void> {
  return withWatch(directory, async (server, watch) => {
    let page = 2;
    const listWhile = async (work: Promise<unknown>) => {
      let isDone = false;
      void work.finally(() => (isDone = true));
      const times: number[] = [];
      while (!isDone) {
        const { milliseconds } = await watch.time(`/api/v1/businesses?page=${page++}`);
        times.push(milliseconds);
        await delay(LIST_EVERY_MS);
      }
      return times;
    };
    await watch.time('/api/v1/businesses?page=1');
    const { now: before } = await residentMemory(server.pid);
    const calm = await listWhile(delay(CALM_MS));
    const making = timed(untilMade(server));
    const meanwhileMade = await listWhile(making);
    const sending = timed(receive(server));
    const meanwhileSent = await listWhile(sending);
    const { bytes, lines } = (await sending).result;
    const { peak } = await residentMemory(server.pid);

    console.log(
      `An export of ${directory.name}, ${lines} lines in ${(bytes / 1e6).toFixed(0)} MB:`,
    );
    const row = (what: string, seconds: number, times: number[]) => ({
      what,
      seconds: seconds.toFixed(1),
      'list, median ms': median(times).toFixed(1),
      'list, p99 ms': percentile(times, 99).toFixed(1),
      'list, slowest ms': Math.max(...times).toFixed(1),
    });
    console.table([
      row('nothing', CALM_MS / 1_000, calm),
      row('made', (await making).seconds, meanwhileMade),
      row('sent and read', (await sending).seconds, meanwhileSent),
    ]);
    console.log(`Memory before: ${before} MB, at most ${peak} MB.`);
  });
}

async function timed<T>(work: Promise<T>): Promise<{ seconds: number; result: T }> {
  const began = performance.now();
  const result = await work;
  return { seconds: (performance.now() - began) / 1_000, result };
}

/** Waits until the first export has been created. */
async function untilMade({ url, headers }: DirectoryServer): Promise<void> {
  while ((await fetch(url + EXPORT, { method: 'HEAD', headers })).status === 503) await delay(100);
}

function receive({ url, headers }: DirectoryServer): Promise<{ bytes: number; lines: number }> {
  return new Promise((resolve, reject) => {
    get(url + EXPORT, { headers }, (response) => {
      let bytes = 0;
      let lines = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      const text = response.pipe(createGunzip());
      text.on('data', (part: Buffer) => {
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines++;
      });
      text.on('end', () => resolve({ bytes, lines })).on('error', reject);
    }).on('error', reject);
  });
}
