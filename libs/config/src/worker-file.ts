import { basename, join } from 'node:path';
import { PROJECT_ROOT } from './project-root.js';

/** Set by `apps/bundle.mjs` in bundles. */
declare const IS_BUNDLED: true | undefined;

/**
 * Returns the path of the script for a worker thread: the bundled one if the program is bundled, or
 * else the compiled one.
 *
 * @param path path of the compiled file, relative to `dist`
 */
export function workerFile(path: string): string {
  const isBundled = typeof IS_BUNDLED !== 'undefined';
  return join(PROJECT_ROOT, 'dist', isBundled ? join('workers', basename(path)) : path);
}
