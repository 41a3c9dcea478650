import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirError } from '#libs/config/src/data-dir.js';

/** sun_path holds about 100 bytes (unix(7)), and the longest name of a socket of ours takes 20. */
const LONGEST_FOLDER = 80;

/**
 * Where the sockets of a data folder are: in the folder itself, or, where its path is too long, in a
 * folder of this user's under the temporary one.
 *
 * @throws DataDirError when somebody else could have made that folder, or can write to it
 */
export async function socketFolderOf(dataDir: string): Promise<string> {
  if (Buffer.byteLength(dataDir) <= LONGEST_FOLDER) return dataDir;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const short = join(tmpdir(), `mnbd-${digest}`);
  await mkdir(short, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(short);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new DataDirError(
      `The path of DATA_DIR is longer than ${LONGEST_FOLDER} bytes, so the sockets of the embedded ` +
        `database go to ${short}, but that is not a folder of this user alone. ` +
        'Remove it, or set DATA_DIR to a shorter path.',
    );
  }
  return short;
}
