import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Folder of package.json, which contains the migrations, the sample data and the compiled workers.
 */
export const PROJECT_ROOT = nearestWith('package.json', import.meta.dirname);

function nearestWith(file: string, folder: string): string {
  if (existsSync(join(folder, file)) || dirname(folder) === folder) return folder;
  return nearestWith(file, dirname(folder));
}

/** Version of the program, as in package.json and the changelog. */
export const VERSION = (
  JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
).version;
