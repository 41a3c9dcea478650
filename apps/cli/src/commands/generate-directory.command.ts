import { type Command, InvalidArgumentError } from 'commander';
import { once } from 'node:events';
import { fictionalBusinesses } from '#libs/imports/src/generate/fictional-business.js';

const LINES_AT_ONCE = 500;

export function define(command: Command): void {
  command
    .requiredOption('--size <number>', 'number of businesses', wholeNumber)
    .option('--seed <number>', 'seed of the random generator', wholeNumber, 1)
    .action(generate);
}

async function generate({ size, seed }: { size: number; seed: number }): Promise<void> {
  let lines: string[] = [];
  for (const business of fictionalBusinesses(size, seed)) {
    lines.push(JSON.stringify(business));
    if (lines.length < LINES_AT_ONCE) continue;
    await print(lines);
    lines = [];
  }
  await print(lines);
}

async function print(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number.');
  return Number(text);
}
