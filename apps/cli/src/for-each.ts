import { ApiError } from '#libs/http/src/errors/api-error.js';
import { CommandError } from './explain.js';
import { print } from './print.js';

/**
 * Processes items one by one and prints the outcome of each. If one is refused, the others are
 * still processed and the command fails at the end.
 *
 * @param work returns the outcome to print, or throws ApiError
 */
export async function forEach<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  work: (item: T) => Promise<string>,
): Promise<void> {
  let refused = 0;
  for (const item of items) {
    try {
      print(`${nameOf(item)}: ${await work(item)}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused += 1;
      process.stderr.write(`${nameOf(item)}: ${error.message}\n`);
    }
  }
  if (refused > 0) throw new CommandError(`${refused} of ${items.length} failed.`);
}
