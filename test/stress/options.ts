import { parseArgs } from 'node:util';

export interface Options {
  /** Parts to run: `walk` and the names of attacks. */
  parts: string[];
  requests: number;
  seed: number;
  /** Longest acceptable stall of the event loop in milliseconds. */
  longestStall: number;
  database?: string;
}

/**
 * Reads the command line.
 *
 * @param allParts valid values of `--only`
 * @throws Error that names the invalid option
 */
export function readOptions(allParts: readonly string[]): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: allParts.join() },
      requests: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      'longest-stall': { type: 'string', default: '100' },
      database: { type: 'string' },
    },
  });
  const parts = values.only.split(',');
  const unknown = parts.find((part) => !allParts.includes(part));
  if (unknown !== undefined) {
    throw new Error(`--only ${unknown} must be one of ${allParts.join(', ')}.`);
  }
  return {
    parts,
    requests: wholeNumber(values.requests),
    seed: wholeNumber(values.seed),
    longestStall: wholeNumber(values['longest-stall']),
    database: values.database,
  };
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${text} must be a whole number.`);
  return Number(text);
}
