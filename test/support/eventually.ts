import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 20_000;

/** Waits for output that matches. It can arrive after the response that it is about. */
export async function eventuallyPrints(
  program: { output(): string },
  pattern: RegExp,
): Promise<void> {
  await eventually(() => pattern.test(program.output()));
}

/**
 * Polls until `ask` returns a value other than undefined or false. Throws after a timeout.
 * Asynchronous checks slow the program, so they become rarer. Synchronous ones, of a file or an
 * output, are cheap and run every 10 ms, because the state may last only a moment.
 */
export async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    const asked = ask();
    const answer = await asked;
    if (answer !== undefined && answer !== false) return answer;
    const waited = Date.now() - began;
    if (waited > timeoutMs) throw new Error(`Timed out waiting for: ${ask.toString()}`);
    await delay(asked instanceof Promise ? Math.min(Math.max(25, waited / 10), 250) : 10);
  }
}
