import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

/** Reads the rows of a CSV file in `data` without its header. No value is quoted. */
export function readDataFile(name: string): string[][] {
  const text = readFileSync(join(PROJECT_ROOT, 'libs/geography/data', name), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => line.split(','));
}
