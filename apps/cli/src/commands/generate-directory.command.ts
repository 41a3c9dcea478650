import { type Command, InvalidArgumentError } from 'commander';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fictionalBusinesses } from '#libs/imports/src/generate/fictional-business.js';

export function define(command: Command): void {
  command
    .requiredOption('--size <number>', 'number of businesses', wholeNumber)
    .option('--seed <number>', 'seed of the random generator', wholeNumber, 1)
    .action(generate);
}

async function generate({ size, seed }: { size: number; seed: number }): Promise<void> {
  await pipeline(Readable.from(lines(size, seed)), process.stdout, { end: false });
}

function* lines(size: number, seed: number): Generator<string> {
  for (const business of fictionalBusinesses(size, seed)) yield `${JSON.stringify(business)}\n`;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number.');
  return Number(text);
}
