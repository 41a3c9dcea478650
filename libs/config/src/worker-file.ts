import { basename, join } from 'node:path';
import { PROJECT_ROOT } from './project-root.js';

/** Set by `apps/bundle.mjs` in what it makes. */
declare const IS_BUNDLED: true | undefined;

/**
 * The file that a worker thread runs: with the packages that it uses in it where the program is bundled
 * as well, and else as it was compiled.
 *
 * @param path of the compiled file, from `dist`
 */
export function workerFile(path: string): string {
  const isBundled = typeof IS_BUNDLED !== 'undefined';
  return join(PROJECT_ROOT, 'dist', isBundled ? join('workers', basename(path)) : path);
}
