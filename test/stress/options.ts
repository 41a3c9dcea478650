import { parseArgs } from 'node:util';

export interface Options {
  requests: number;
  seed: number;
  /** Milliseconds; a longer stall of the event loop fails the run. */
  longestStall: number;
  database?: string;
}

/** @throws Error that says which option is wrong */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      'longest-stall': { type: 'string', default: '100' },
      database: { type: 'string' },
    },
  });
  return {
    requests: wholeNumber(values.requests),
    seed: wholeNumber(values.seed),
    longestStall: wholeNumber(values['longest-stall']),
    database: values.database,
  };
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${text} should be a whole number.`);
  return Number(text);
}
