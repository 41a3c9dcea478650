import { existsSync, statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
/** Minimum free bytes for the temporary files of all workers. */
const ROOM = 2 * 1024 ** 3;

/**
 * Has the specs make their databases in memory, where Linux offers it and there is room: a disk can
 * take ten times as long for the thousand files of each.
 */
export function useMemoryForTemporaryFiles() {
  if (process.env.TMPDIR || !existsSync(IN_MEMORY)) return;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= ROOM) process.env.TMPDIR = IN_MEMORY;
}
