import { existsSync } from 'node:fs';
import { freeSpaceOf, requireCreatable, requireUsable } from '#libs/config/src/data-dir.js';
import type { Environment } from '#libs/config/src/environment.js';
import { type Finding, ok, problem, reasonOf, warning } from './finding.js';

const MEGABYTE = 1024 ** 2;
/**
 * Free space for a warning. The write-ahead log grows in files of 16 MB, and an upload can have 200
 * MB.
 */
const LITTLE = 1024 * MEGABYTE;
const TOO_LITTLE = 64 * MEGABYTE;

/** Checks that the server can use DATA_DIR and that it has enough free space. */
export async function checkDisk({ DATA_DIR }: Environment): Promise<Finding> {
  try {
    if (!existsSync(DATA_DIR)) {
      await requireCreatable(DATA_DIR);
      return warning('disk', `DATA_DIR ${DATA_DIR} does not exist yet.`, 'The server creates it.');
    }
    await requireUsable(DATA_DIR);
    const free = await freeSpaceOf(DATA_DIR);
    const finding = `DATA_DIR ${DATA_DIR} is writable and has ${Math.floor(free / MEGABYTE)} MB free.`;
    const advice = 'Free up disk space, or move DATA_DIR to a larger disk.';
    if (free < TOO_LITTLE) return problem('disk', finding, advice);
    return free < LITTLE ? warning('disk', finding, advice) : ok('disk', finding);
  } catch (error) {
    const advice = 'Run this command as the user of the server, or choose another DATA_DIR.';
    return problem('disk', `${reasonOf(error)}.`, advice);
  }
}
