import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const started = new Set<ChildProcess>();

/**
 * Kills a process after its test file, at the latest, because Jest waits for processes that a
 * failed test left running. Outside of Jest, kills it when this process exits.
 */
export function endAfterTests<T extends ChildProcess>(child: T): T {
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

const killAll = () => started.forEach((child) => child.kill('SIGKILL'));
if ('afterAll' in globalThis) afterAll(killAll);
else process.once('exit', killAll);

/** Sends a signal to a process, by default SIGTERM, and waits until it has exited. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
