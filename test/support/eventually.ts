import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/** Waits for output that matches. It can arrive after the response that it is about. */
export async function eventuallyPrints(
  program: { output(): string },
  pattern: RegExp,
): Promise<void> {
  await eventually(() => pattern.test(program.output()));
}

/**
 * Polls until `ask` returns a value other than undefined or false, less often the longer it takes,
 * because polling slows what it waits for. Throws after a timeout.
 */
export async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  patience = PATIENCE_MS,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    const waited = Date.now() - began;
    if (waited > patience) throw new Error(`Timed out waiting for: ${ask.toString()}`);
    await delay(Math.max(25, waited / 10));
  }
}
