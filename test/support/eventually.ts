import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/** Asks again and again until there is an answer, and gives up after a while. */
export async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  patience = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Nothing came of: ${ask.toString()}`);
    await delay(25);
  }
}
