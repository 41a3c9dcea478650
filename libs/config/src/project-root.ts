import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Folder of package.json, which contains the migrations, the sample data and the compiled workers.
 */
export const PROJECT_ROOT = nearestWith('package.json', import.meta.dirname);

function nearestWith(file: string, folder: string): string {
  if (existsSync(join(folder, file)) || dirname(folder) === folder) return folder;
  return nearestWith(file, dirname(folder));
}
