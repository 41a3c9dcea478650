import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { PROJECT_ROOT } from './project-root.js';

/** Set by `apps/bundle.mjs` in bundles. */
declare const IS_BUNDLED: true | undefined;

/** Maximum size of a thread's new objects, in megabytes. */
const YOUNG_MB = 6;

/**
 * Starts a worker thread with a heap of its own.
 *
 * @param script path of the compiled file, relative to `dist`. A bundle has its own copy.
 * @param options.task the thread's `workerData`
 * @param options.memoryMb maximum heap size in megabytes, above which the thread ends with an error
 */
export function startThread(
  script: string,
  { task, memoryMb }: { task?: unknown; memoryMb: number },
): Worker {
  const isBundled = typeof IS_BUNDLED !== 'undefined';
  const file = join(PROJECT_ROOT, 'dist', isBundled ? join('workers', basename(script)) : script);
  // These flags apply to the main thread, which has its heap by now. V8 would prefer them to
  // `resourceLimits`.
  setFlagsFromString('--max-old-space-size=0');
  setFlagsFromString('--max-semi-space-size=0');
  return new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
}
