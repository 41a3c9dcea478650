import type { ChildProcess } from 'node:child_process';

const started = new Set<ChildProcess>();

/**
 * Ends a process after its test file at the latest, where a test failed before it could: jest waits
 * for processes that are left over.
 */
export function endAfterTests<T extends ChildProcess>(child: T): T {
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

// The global set-up, which starts processes for all files and ends them itself, has no `afterAll`.
if ('afterAll' in globalThis) {
  afterAll(() => started.forEach((child) => child.kill('SIGKILL')));
}
