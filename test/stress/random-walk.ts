import { signIn } from '../support/admin.ts';
import { readOperations } from './operations.ts';
import { Report } from './report.ts';
import { Sender } from './send.ts';
import { StallWatch } from './stall-watch.ts';
import type { Role } from './stress-request.ts';
import { makeKeys, readExisting, startStressedServer } from './stressed-server.ts';
import { walk } from './walk.ts';

export interface WalkOptions {
  requests: number;
  seed: number;
  /** Longest acceptable stall of the event loop in milliseconds. */
  longestStall: number;
  database?: string;
}

const LONGEST_RUN_MS = 20 * 60_000;

/**
 * Sends hostile requests to a server, one at a time, and prints the most expensive.
 *
 * @returns problems found: stalls longer than allowed, 5xx answers and lost connections
 */
export async function runWalk(options: WalkOptions): Promise<string[]> {
  const { program, makeKey, stop } = await startStressedServer({ existing: options.database });
  const sender = new Sender(program.url);
  let watch: StallWatch | undefined;
  try {
    await makeKeys(program);
    let authorization = `Bearer ${await signIn(program)}`;
    const operations = await readOperations(program);
    const existing = await readExisting(program, operations, {
      ...(await makeKey()),
      authorization,
    });
    // Created after `existing` was read, so that the walk cannot revoke it.
    const keyHeader = await makeKey();
    const report = new Report();
    watch = new StallWatch(program);

    const deadline = performance.now() + LONGEST_RUN_MS;
    let sent = 0;
    for (const request of walk(operations, existing, options)) {
      if (performance.now() > deadline) throw new Error('The run takes too long.');
      const credentials: Record<Role, Record<string, string>> = {
        nobody: {},
        consumer: keyHeader,
        admin: { authorization },
      };
      // Every request has its own client address, so that no limit per address ends the walk.
      const address = `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`;
      const headers = {
        'x-forwarded-for': address,
        ...credentials[request.role],
        ...request.headers,
      };
      const answer = await report.time(request, () => sender.send({ ...request, headers }));
      if (answer.status === 'late') await untilWell(program.url);
      // The walk signed itself out.
      if (answer.status === 401 && request.role === 'admin' && !request.headers.authorization) {
        authorization = `Bearer ${await signIn(program)}`;
      }
      sent++;
    }
    await untilWell(program.url);
    report.attribute(watch.stalls);
    report.print();
    return report.problems(options.longestStall);
  } catch (error) {
    console.error(program.output().slice(-5_000));
    throw error;
  } finally {
    sender.close();
    await watch?.stop();
    await stop();
  }
}

/** Waits until the server is idle, so that the next request is not blamed for the previous one. */
async function untilWell(url: string): Promise<void> {
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`The server is unhealthy: ${response.status}.`);
}
