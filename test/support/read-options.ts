import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Reads the command line. Prints the usage and exits for `--help` or an unknown option. */
export function readOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: T,
) {
  const isHelp = process.argv.includes('--help');
  try {
    if (!isHelp) return parseArgs({ options }).values;
    console.log(usage);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
  }
  process.exit(isHelp ? 0 : 1);
}

/** @throws Error if an option is not a positive integer */
export function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`${option} must be a whole number from 1, not ${text}.`);
}

/** Reads a comma-separated list. @throws Error if it contains another value than the valid ones */
export function someOf<T extends string>(option: string, text: string, valid: readonly T[]): T[] {
  return text.split(',').map((name) => {
    const found = valid.find((each) => each === name);
    if (found === undefined) throw new Error(`${option} takes ${valid.join(', ')}, not ${name}.`);
    return found;
  });
}
