import { existsSync, type Stats } from 'node:fs';
import { access, chmod, constants, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Reports that the folder in DATA_DIR cannot be used. The message explains why and what to do. */
export class DataDirError extends Error {}

const OPEN_TO_OTHERS = 0o077;
/** Names of files in a data folder, which distinguish it from other folders. */
const CONTENTS = ['postgres', 'outbox', 'imports', 'exports'];
/** Names of folders that may precede the first start. */
const BEFORE_CONTENTS = ['lost+found', 'maps'];

/**
 * Ensures that the data folder exists, is writable, and is accessible to this user only, because it
 * contains keys, email addresses and uploads.
 *
 * If other users can access the folder, it removes their access if the folder belongs to this user
 * and is empty or a data folder. It refuses any other folder.
 *
 * @throws DataDirError
 */
export async function prepareDataDir(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    throw refusalOf(path, error, CANNOT_MAKE);
  }
  await requireUsable(path);
  if (isOpenToOthers(await stat(path))) await chmod(path, 0o700);
}

/** @throws DataDirError if the folder does not exist and cannot be created */
export async function requireCreatable(path: string): Promise<void> {
  let parent = dirname(path);
  while (!existsSync(parent)) parent = dirname(parent);
  try {
    await access(`${parent}/.`, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusalOf(path, error, CANNOT_MAKE);
  }
}

/** @throws DataDirError if the folder is not writable, or if this program must not make it private */
export async function requireUsable(path: string): Promise<void> {
  await requireWritable(path);
  const folder = await stat(path);
  if (!isOpenToOthers(folder)) return;
  if (folder.uid !== ownUid()) {
    throw new DataDirError(
      `DATA_DIR ${path} belongs to another user and is accessible to others. ` +
        `Run "chown ${ownUid()} ${path} && chmod 700 ${path}", ` +
        `or set DATA_DIR to a new folder, such as ${join(path, 'directory')}.`,
    );
  }
  if (!(await isOurs(path))) {
    throw new DataDirError(
      `DATA_DIR ${path} contains other files and is accessible to other users. Run "chmod 700 ${path}", ` +
        `or set DATA_DIR to a new folder, such as ${join(path, 'directory')}.`,
    );
  }
}

function isOpenToOthers({ mode }: Stats): boolean {
  return (mode & OPEN_TO_OTHERS) !== 0;
}

/**
 * @throws DataDirError if the folder is not writable, or if it belongs to another user, who could not
 * use the files that root would create in it
 */
export async function requireOwned(path: string): Promise<void> {
  await requireWritable(path);
  const { uid } = await stat(path);
  if (uid === ownUid()) return;
  throw new DataDirError(
    `DATA_DIR ${path} belongs to another user (uid ${uid}). Run the program as that user, ` +
      `for example with "sudo -u '#${uid}'".`,
  );
}

/** @throws DataDirError if the path is not a folder that can be read and written */
async function requireWritable(path: string): Promise<void> {
  try {
    // The trailing dot makes this fail for a file.
    await access(`${path}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusalOf(path, error, CANNOT_WRITE);
  }
}

/** Returns the number of bytes that this user can still write to the file system of a folder. */
export async function freeSpaceOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/**
 * Creates a folder of this user and its parents, unless it exists. Node's `recursive` option reports
 * ENOENT for a read-only file system.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    await makeFolder(parent);
    // It may be a symbolic link that leads nowhere.
    if (!existsSync(parent)) throw error;
    await makeFolder(path);
  }
}

async function isOurs(path: string): Promise<boolean> {
  const names = (await readdir(path)).filter((name) => !BEFORE_CONTENTS.includes(name));
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
  `cannot be created by this user (uid ${ownUid()}). Run "install -d -m 700 -o ${ownUid()} ${path}".`;
const CANNOT_WRITE: Explanation = (path) =>
  `is not writable by this user (uid ${ownUid()}). Run the program as the owner of the folder or, ` +
  `if no server uses it, run "chown -R ${ownUid()} ${path}".`;
const NOT_A_FOLDER: Explanation = () => 'is a file or is below one.';

const REASONS: Record<string, Explanation> = {
  EROFS: () => 'is on a read-only file system.',
  EEXIST: NOT_A_FOLDER,
  ENOTDIR: NOT_A_FOLDER,
  ENOSPC: (path) => `cannot be created: the disk of ${dirname(path)} is full.`,
};

function ownUid(): number | undefined {
  return process.getuid?.();
}
