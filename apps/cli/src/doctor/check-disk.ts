import { existsSync } from 'node:fs';
import { freeSpaceOf, requireWritable } from '#libs/config/src/data-dir.js';
import type { Environment } from '#libs/config/src/environment.js';
import { type Finding, ok, problem, reasonOf, warning } from './finding.js';

const MEGABYTE = 1024 ** 2;
/** The embedded database writes ahead by files of 16 MB, and an upload may have 200 MB. */
const LITTLE = 1024 * MEGABYTE;
const TOO_LITTLE = 64 * MEGABYTE;

/** Whether DATA_DIR can be written, and how much room there is. */
export async function checkDisk({ DATA_DIR }: Environment): Promise<Finding> {
  if (!existsSync(DATA_DIR)) {
    return warning('disk', `DATA_DIR ${DATA_DIR} is not there yet.`, 'The server makes it.');
  }
  try {
    await requireWritable(DATA_DIR);
    const free = await freeSpaceOf(DATA_DIR);
    const finding = `DATA_DIR ${DATA_DIR} can be written; ${Math.floor(free / MEGABYTE)} MB are free.`;
    const advice = 'Make room on its disk, or move DATA_DIR to a larger one.';
    if (free < TOO_LITTLE) return problem('disk', finding, advice);
    return free < LITTLE ? warning('disk', finding, advice) : ok('disk', finding);
  } catch (error) {
    return problem('disk', `${reasonOf(error)}.`, 'Run this as the user of the server.');
  }
}
