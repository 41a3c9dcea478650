import type { ChildProcess } from 'node:child_process';

const started = new Set<ChildProcess>();

/**
 * Kills a process after its test file, at the latest, because Jest waits for processes that a
 * failed test left running.
 */
export function endAfterTests<T extends ChildProcess>(child: T): T {
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

// The global setup has no `afterAll` and ends its own processes.
if ('afterAll' in globalThis) {
  afterAll(() => started.forEach((child) => child.kill('SIGKILL')));
}
