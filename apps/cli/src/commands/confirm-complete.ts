import { createInterface } from 'node:readline';
import type { Complete } from '#libs/imports/src/sources/source-input.dto.js';
import { CommandError } from '../explain.js';

const EFFECTS: Record<Complete, { command: string; participle: string; effect: string }> = {
  close: { command: 'Close', participle: 'closed', effect: 'closes' },
  remove: { command: 'Remove', participle: 'removed', effect: 'removes' },
};

/** @throws CommandError if there is no terminal on which to ask */
export function expectTerminal(complete: Complete): void {
  if (process.stdin.isTTY) return;
  throw new CommandError(
    `--complete ${complete} ${EFFECTS[complete].effect} every business of the source that the file lacks. ` +
      'Add --yes to confirm, because there is no terminal on which to ask.',
  );
}

/**
 * Asks whether to close or remove the missing businesses. Returns true only for "y" or "yes", and
 * false at the end of the input or when interrupted.
 */
export async function confirmComplete(
  complete: Complete,
  { missing, total }: { missing: number; total: number },
  signal: AbortSignal,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<boolean> {
  process.stderr.write(
    `${missing} of the ${total} rows of this source are missing from the file. ` +
      `${EFFECTS[complete].command} their businesses, unless an admin or another source keeps ` +
      'them? [y/N] ',
  );
  // In terminal mode, readline would handle Ctrl+C itself.
  const lines = createInterface({ input, terminal: false, signal });
  for await (const line of lines) return /^y(es)?$/i.test(line.trim());
  return false;
}

/**
 * Describes the result of a complete file.
 *
 * @param missing number of missing rows, or undefined if the user did not confirm
 */
export function missingLine(complete: Complete, missing: number | undefined): string {
  const { participle } = EFFECTS[complete];
  return missing === undefined
    ? `missing    nothing was ${participle}, because you did not confirm`
    : `missing    ${missing}: ${participle}, unless an admin or another source keeps them`;
}
