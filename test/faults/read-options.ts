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
