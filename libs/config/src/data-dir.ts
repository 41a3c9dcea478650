import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The folder of DATA_DIR cannot be used; the message is a sentence that says why. */
export class DataDirError extends Error {}

const OPEN_TO_OTHERS = 0o077;
/** What a data folder holds, so that one is known from a folder that holds other things. */
const CONTENTS = ['postgres', 'outbox', 'imports', 'exports'];

/**
 * Sees to it that the data folder is there, can be written, and is open to this user alone: it holds
 * keys, addresses and uploads.
 *
 * A folder that is open to others is closed to them where that harms nobody: it belongs to this user
 * and is empty or a data folder. Any other is refused.
 *
 * @throws DataDirError
 */
export async function prepareDataDir(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    throw refusalOf(path, error, CANNOT_MAKE);
  }
  await requireWritable(path);
  const { mode, uid } = await stat(path);
  if ((mode & OPEN_TO_OTHERS) === 0) return;
  if (uid !== ownUid()) {
    throw new DataDirError(
      `DATA_DIR ${path} belongs to another user and is open to others than its owner. ` +
        `Run "chown ${ownUid()} ${path} && chmod 700 ${path}", ` +
        `or set DATA_DIR to a folder that is not there yet, such as ${join(path, 'directory')}.`,
    );
  }
  if (!(await isOurs(path))) {
    throw new DataDirError(
      `DATA_DIR ${path} holds other files and is open to other users. Run "chmod 700 ${path}", ` +
        `or set DATA_DIR to a folder that is not there yet, such as ${join(path, 'directory')}.`,
    );
  }
  await chmod(path, 0o700);
}

/** @throws DataDirError when this is not a folder that can be read and written */
export async function requireWritable(path: string): Promise<void> {
  try {
    // A file has nothing in it, not even itself.
    await access(`${path}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusalOf(path, error, CANNOT_WRITE);
  }
}

/** Bytes that this user may still write in a folder's file system. */
export async function freeSpaceOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** Node's own `recursive` says of a read-only file system that there is no such file. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path);
  }
}

async function isOurs(path: string): Promise<boolean> {
  const names = (await readdir(path)).filter((name) => name !== 'lost+found');
  return names.length === 0 || names.some((name) => CONTENTS.includes(name));
}

type Explanation = (path: string) => string;

function refusalOf(path: string, error: unknown, notAllowed: Explanation): DataDirError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const isNotAllowed = code === 'EACCES' || code === 'EPERM';
  const explain = isNotAllowed
    ? notAllowed
    : (REASONS[code] ?? (() => `cannot be used (${code}).`));
  return new DataDirError(
    `DATA_DIR ${path} ${explain(path)} It must be a folder that this program can write to.`,
  );
}

const CANNOT_MAKE: Explanation = (path) =>
  `cannot be made by this user (uid ${ownUid()}). Run "install -d -m 700 -o ${ownUid()} ${path}".`;
const CANNOT_WRITE: Explanation = (path) =>
  `cannot be written by this user (uid ${ownUid()}). Run "chown -R ${ownUid()} ${path}".`;
const NOT_A_FOLDER: Explanation = () => 'is a file, or lies under one.';

const REASONS: Record<string, Explanation> = {
  EROFS: () => 'is on a read-only file system.',
  EEXIST: NOT_A_FOLDER,
  ENOTDIR: NOT_A_FOLDER,
  ENOSPC: (path) => `cannot be made: the disk of ${dirname(path)} is full.`,
};

function ownUid(): number | undefined {
  return process.getuid?.();
}
