import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json: where migrations, the sample and the built worker are found. */
export const PROJECT_ROOT = nearestWith('package.json', import.meta.dirname);

function nearestWith(file: string, folder: string): string {
  if (existsSync(join(folder, file)) || dirname(folder) === folder) return folder;
  return nearestWith(file, dirname(folder));
}
