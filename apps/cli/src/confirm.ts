import { createInterface } from 'node:readline';
import { CommandError } from './explain.js';

/**
 * @param consequence sentence that states what the command does
 * @throws CommandError if there is no terminal on which to ask
 */
export function expectTerminal(consequence: string): void {
  if (process.stdin.isTTY) return;
  throw new CommandError(
    `${consequence} Add --yes to confirm, because there is no terminal on which to ask.`,
  );
}

/**
 * Asks a question on the terminal. Returns true only for "y" or "yes", and false at the end of the
 * input or when interrupted.
 */
export async function confirm(
  question: string,
  signal?: AbortSignal,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `);
  // In terminal mode, readline would handle Ctrl+C itself.
  const lines = createInterface({ input, terminal: false, signal });
  try {
    for await (const line of lines) return /^y(es)?$/i.test(line.trim());
    return false;
  } finally {
    // An open terminal would keep the process running.
    lines.close();
  }
}
