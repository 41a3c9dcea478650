import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchDirectory } from './support/bench-directories.ts';
import { type DirectoryServer, startDirectoryServer } from './support/directory-server.ts';

const EXPORT = '/api/v1/export/businesses.ndjson';

/** Measures how long an export takes to create and to send. */
export async function benchExport(directory: BenchDirectory): Promise<void> {
  const server = await startDirectoryServer(directory);
  try {
    const created = await secondsOf(untilCreated(server));
    let bytes = 0;
    const sent = await secondsOf(receive(server).then((count) => (bytes = count)));
    const size = `${(bytes / 1e6).toFixed(0)} MB`;
    console.log(`An export of ${directory.name}, compressed to ${size}, took`);
    console.log(`${created.toFixed(1)} s to create and ${sent.toFixed(1)} s to send.`);
  } finally {
    await server.stop();
  }
}

async function secondsOf(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return (performance.now() - began) / 1_000;
}

/** Waits until the first export has been created. */
async function untilCreated({ url, headers }: DirectoryServer): Promise<void> {
  while ((await fetch(url + EXPORT, { method: 'HEAD', headers })).status === 503) await delay(100);
}

/** Reads the export as the server compressed it, and returns its size in bytes. */
async function receive({ url, headers }: DirectoryServer): Promise<number> {
  const [response] = (await once(get(url + EXPORT, { headers }), 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).length;
  return bytes;
}
