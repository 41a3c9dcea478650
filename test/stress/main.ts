import { residentMemory } from '../bench/support/resident-memory.ts';
import { signIn } from '../support/admin.ts';
import { readOperations } from './operations.ts';
import { readOptions } from './options.ts';
import { Report } from './report.ts';
import { Sender } from './send.ts';
import { StallWatch } from './stall-watch.ts';
import type { Role } from './stress-request.ts';
import { makeKeys, readExisting, startStressedServer } from './stressed-server.ts';
import { walk } from './walk.ts';

/**
 * What `npm run stress` prints: the requests that cost the server most, how long they held up
 * everybody else, and what memory was left with it in the end.
 *
 *   npm run stress -- [options]
 *
 *   --requests 5000         how many
 *   --seed 1                which: the same requests for the same seed
 *   --longest-stall 100     milliseconds; the run fails when the event loop was held up for longer
 *   --database <database>   the address of a PostgreSQL database, which the walk writes to, or a
 *                           DATA_DIR, which is copied. Default: the sample, embedded
 *
 * It fails as well on any 5xx, and when the server dies. All of it stays on this machine.
 */
const LONGEST_RUN_MS = 20 * 60_000;
const MEMORY_SAMPLES = 10;

const options = readOptions();
const { program, makeKey, stop } = await startStressedServer(options.database);
const sender = new Sender(program.url);
let watch: StallWatch | undefined;
try {
  await makeKeys(program);
  let authorization = `Bearer ${await signIn(program)}`;
  const operations = await readOperations(program);
  const existing = await readExisting(program, operations, { ...(await makeKey()), authorization });
  // Not among what exists, so that the walk does not revoke it.
  const keyHeader = await makeKey();
  const report = new Report(await residentMemory(program.pid));
  watch = new StallWatch(program);

  const deadline = performance.now() + LONGEST_RUN_MS;
  const sampleEvery = Math.ceil(options.requests / MEMORY_SAMPLES);
  let sent = 0;
  for (const request of walk(operations, existing, options)) {
    if (performance.now() > deadline) throw new Error('The run takes too long.');
    const credentials: Record<Role, Record<string, string>> = {
      nobody: {},
      consumer: keyHeader,
      admin: { authorization },
    };
    // Each comes from an address of its own, so that no limit of addresses ends the walk.
    const address = `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`;
    const headers = {
      'x-forwarded-for': address,
      ...credentials[request.role],
      ...request.headers,
    };
    const answer = await report.time(request, () => sender.send({ ...request, headers }));
    if (answer.status === 'late') await untilWell();
    // It signed itself out.
    if (answer.status === 401 && request.role === 'admin' && !request.headers.authorization) {
      authorization = `Bearer ${await signIn(program)}`;
    }
    if (++sent % sampleEvery === 0) report.remember(await residentMemory(program.pid));
  }
  await untilWell();
  report.attribute(watch.stalls);
  report.print();
  const problems = report.problems(options.longestStall);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} catch (error) {
  console.error(program.output().slice(-5_000));
  throw error;
} finally {
  sender.close();
  await watch?.stop();
  await stop();
}

/** So that no other request is blamed for what one began. */
async function untilWell(): Promise<void> {
  const response = await fetch(`${program.url}/health`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`The server is not well: ${response.status}.`);
}
