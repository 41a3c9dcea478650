import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Reports whether specs may use a server or browser that not every machine has. `npm test` uses
 * none. `npm run test:full` uses all, skips the specs for a missing one, and fails in CI instead.
 */
export function canUse(name: string, isInstalled: boolean): boolean {
  if (process.env.TEST_FULL !== 'true') return false;
  if (isInstalled) return true;
  if (process.env.CI) throw new Error(`CI needs ${name}.`);
  console.warn(`Skipped: specs with ${name}, which is not installed.`);
  return false;
}

/** Returns the path of the first of these programs that is installed. */
export function findBinary(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin'];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path));
}
