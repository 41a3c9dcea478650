import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirError } from '#libs/config/src/data-dir.js';

/**
 * Maximum length of the folder path, in bytes. sun_path holds about 100 bytes (unix(7)), and the
 * longest socket name needs 20.
 */
const LONGEST_FOLDER = 80;
/** The same for all processes, unlike `TMPDIR`. */
const TEMPORARY = '/tmp';

/**
 * Returns the folder for the sockets of a data folder: the data folder itself or, if its path is
 * too long, a private folder in the temporary directory. Every process must get the same folder,
 * whichever path it has to the data folder, because the sockets keep others from opening the
 * database.
 *
 * @throws DataDirError if another user could have created that folder or can write to it
 */
export async function socketFolderOf(dataDir: string): Promise<string> {
  const path = await realpath(dataDir);
  if (isShort(path)) return isShort(dataDir) ? dataDir : path;
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const short = join(TEMPORARY, `mnbd-${digest}`);
  await mkdir(short, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(short);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new DataDirError(
      `The path of DATA_DIR is longer than ${LONGEST_FOLDER} bytes, so the embedded database puts its ` +
        `sockets in ${short}, but that folder is not private to this user. ` +
        'Remove it, or set DATA_DIR to a shorter path.',
    );
  }
  return short;
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) <= LONGEST_FOLDER;
}
