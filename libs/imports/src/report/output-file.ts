import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ImportRefusedError } from '../source/limits.js';

const BUFFERED = 64 * 1024;
const BEGINNING = 64 * 1024;

/** What a kind of output file is known by, from its first 64 KiB. */
export type IsOurs = (beginning: string) => boolean;

/**
 * A text file written from its beginning to its end, in pieces of a sensible size, readable by its
 * owner only. It is written beside its place, and takes it when it is whole: only what an import
 * wrote before is ever replaced.
 */
export class OutputFile {
  private buffer = '';

  private constructor(
    readonly path: string,
    private readonly isOurs: IsOurs,
    private readonly partPath: string,
    private readonly part: FileHandle,
  ) {}

  /** @throws ImportRefusedError where there is a file that no import wrote */
  static async create(path: string, isOurs: IsOurs): Promise<OutputFile> {
    await refuseToReplace(path, isOurs);
    const partPath = `${path}.${randomBytes(4).toString('hex')}.part`;
    return new OutputFile(path, isOurs, partPath, await open(partPath, 'wx', 0o600));
  }

  async write(text: string): Promise<void> {
    this.buffer += text;
    if (this.buffer.length >= BUFFERED) await this.flush();
  }

  /** Puts the file in its place. */
  async close(): Promise<void> {
    try {
      await this.flush();
      await this.part.sync();
      await refuseToReplace(this.path, this.isOurs);
      await rename(this.partPath, this.path);
    } catch (error) {
      await rm(this.partPath, { force: true });
      throw error;
    } finally {
      await this.part.close();
    }
  }

  /** Leaves nothing of it, and what was in its place before. */
  async discard(): Promise<void> {
    await this.part.close();
    await rm(this.partPath, { force: true });
  }

  private async flush(): Promise<void> {
    await this.part.writeFile(this.buffer);
    this.buffer = '';
  }
}

/**
 * Makes sure that files to be written are neither one another nor any that is read, by whatever
 * path or link.
 *
 * @throws ImportRefusedError with a sentence that names the file
 */
export async function refuseSameFile(
  outputs: readonly string[],
  inputs: readonly string[],
): Promise<void> {
  const read = new Set(await Promise.all(inputs.map(identityOf)));
  const written = new Set<string>();
  for (const path of outputs) {
    const identity = await identityOf(path);
    if (read.has(identity)) {
      throw new ImportRefusedError(`${path} is read by this import, so it is not written to.`);
    }
    if (written.has(identity)) {
      throw new ImportRefusedError(`${path} cannot be both the report and the rejected rows.`);
    }
    written.add(identity);
  }
}

/** A file by its inode, through any link; one that is not there yet by its folder and name. */
async function identityOf(path: string): Promise<string> {
  const found = await orMissing(stat(path, { bigint: true }));
  if (found) return `${found.dev}:${found.ino}`;
  const folder = await orMissing(realpath(dirname(path)));
  return join(folder ?? dirname(path), basename(path));
}

async function refuseToReplace(path: string, isOurs: IsOurs): Promise<void> {
  const found = await orMissing(lstat(path));
  if (!found) return;
  if (!found.isFile()) throw new ImportRefusedError(`${path} is not a regular file.`);
  if (found.size === 0 || isOurs(await beginningOf(path))) return;
  throw new ImportRefusedError(
    `${path} was not written by an import, so it is not replaced. Name another file, or move it away.`,
  );
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function orMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
