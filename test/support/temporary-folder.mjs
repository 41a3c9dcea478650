import { existsSync, statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
/** Minimum free bytes for the temporary files of all workers. */
const ROOM = 2 * 1024 ** 3;

/**
 * Makes specs create their databases in memory, if Linux offers it and there is room. A disk can
 * take ten times as long for the thousand files of each database.
 */
export function useMemoryForTemporaryFiles() {
  if (process.env.TMPDIR || !existsSync(IN_MEMORY)) return;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= ROOM) process.env.TMPDIR = IN_MEMORY;
}
