import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ARGUMENTS_OF_SPECS } from './arguments-of-specs.ts';
import { FAKED_TIME } from './faked-time.ts';

/** Processes that run the program for the specs, one per Jest worker. */
export interface Hosts {
  stop(): Promise<void>;
}

/** A larger young generation than in production, because a host starts many programs. */
const ROOM = '--max-semi-space-size=64';

/** Starts the hosts and passes their addresses to the Jest workers. */
export async function startHosts(count: number): Promise<Hosts> {
  const hosts = Array.from({ length: count }, () =>
    spawn(process.execPath, [...ARGUMENTS_OF_SPECS, ROOM, 'test/support/host.mjs'], {
      env: { PATH: process.env.PATH!, ...FAKED_TIME },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  process.env.TEST_HOST_PIDS = hosts.map(({ pid }) => pid).join();
  process.env.TEST_HOSTS = (await Promise.all(hosts.map(portOf))).join();
  return {
    stop: async () => {
      await Promise.all(hosts.map(end));
    },
  };
}

async function portOf(host: ChildProcess): Promise<number> {
  const [port] = (await Promise.race([once(host, 'message'), once(host, 'exit')])) as [number];
  if (host.exitCode === null) return port;
  throw new Error('The program does not load. Build it with `npm run build`.');
}

async function end(host: ChildProcess): Promise<void> {
  if (!host.connected) return;
  const exited = once(host, 'exit');
  host.disconnect();
  await exited;
}

/** Makes this worker's host start or stop a program. */
export async function askHost(
  action: 'start' | 'stop',
  env: Record<string, string>,
): Promise<void> {
  const ports = process.env.TEST_HOSTS!.split(',');
  const worker = Number(process.env.JEST_WORKER_ID ?? 1);
  const response = await fetch(`http://127.0.0.1:${ports[(worker - 1) % ports.length]}/${action}`, {
    method: 'POST',
    body: JSON.stringify(env),
  });
  const failure = await response.text();
  if (!response.ok) throw new Error(`The program did not ${action}:\n${failure}`);
}
