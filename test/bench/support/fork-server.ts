import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { end } from '../../support/end-after-tests.ts';

export interface ForkedServer {
  /** Origin, without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a program from the bench folder, which sends its origin once it listens. */
export async function forkServer(
  program: string,
  env: Record<string, string>,
): Promise<ForkedServer> {
  const child = fork(join(import.meta.dirname, '..', program), {
    env: { PATH: process.env.PATH, ...env },
  });
  const url = once(child, 'message').then(([message]) => String(message));
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code}.`);
  });
  // Once the program has started, its exit is not an error.
  failure.catch(() => {});
  return {
    url: await Promise.race([url, failure]),
    stop: () => end(child),
  };
}
