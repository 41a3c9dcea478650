import type { CliResult } from './cli.ts';

/** Returns the counts that an import printed, by kind: `{ inserted: 3, updated: 0, … }`. */
export function countsOf({ stdout, stderr }: CliResult): Record<string, number> {
  const lines = [...stdout.matchAll(/^(\w+) +(\d+)$/gm)];
  if (lines.length === 0) throw new Error(`No counts in:\n${stdout}${stderr}`);
  return Object.fromEntries(lines.map(([, kind, count]) => [kind, Number(count)]));
}
