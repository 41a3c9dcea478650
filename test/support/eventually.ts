import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/** Polls until `ask` returns a value other than undefined or false. Throws after a timeout. */
export async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  patience = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Timed out waiting for: ${ask.toString()}`);
    await delay(25);
  }
}
