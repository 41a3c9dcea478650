import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ImportRefusedError } from '../source/limits.js';

const BUFFERED = 64 * 1024;
const BEGINNING = 64 * 1024;

/** How many files of one name there may be, with numbers. */
const MAX_NUMBERED = 100;

/** What a former file that may be replaced is known by, from its first 64 KiB. */
export type MayReplace = (beginning: string) => boolean;

/**
 * A text file written from its beginning to its end, in pieces of a sensible size, readable by its
 * owner only. It is written beside its place, and takes it when it is whole.
 */
export class OutputFile {
  private buffer = '';

  private constructor(
    private readonly path: string,
    private readonly mayReplace: MayReplace | undefined,
    private readonly partPath: string,
    private readonly part: FileHandle,
  ) {}

  /**
   * @param mayReplace tells which former files may be replaced; without it none may, but an empty one
   * @throws ImportRefusedError where there is a file that may not be replaced
   */
  static async create(path: string, mayReplace?: MayReplace): Promise<OutputFile> {
    await refuseToReplace(path, mayReplace);
    return OutputFile.begin(path, mayReplace);
  }

  /** A file that takes the next free number where there is another of its name. */
  static async createNumbered(path: string): Promise<OutputFile> {
    return OutputFile.begin(path);
  }

  private static async begin(path: string, mayReplace?: MayReplace): Promise<OutputFile> {
    const partPath = `${path}.${randomBytes(4).toString('hex')}.part`;
    return new OutputFile(path, mayReplace, partPath, await open(partPath, 'wx', 0o600));
  }

  async write(text: string): Promise<void> {
    this.buffer += text;
    if (this.buffer.length >= BUFFERED) await this.flush();
  }

  /** Puts the file in its place. */
  async close(): Promise<string> {
    return this.finish(async () => {
      await refuseToReplace(this.path, this.mayReplace);
      await rename(this.partPath, this.path);
      return this.path;
    });
  }

  /**
   * Puts the file in its place, or where there is another file, under the next free number. One of
   * the same content serves for it.
   *
   * @returns where it is
   */
  async closeNumbered(): Promise<string> {
    return this.finish(async () => {
      for (let number = 1; number <= MAX_NUMBERED; number++) {
        const place = numbered(this.path, number);
        if (!(await isTaken(place))) {
          await rename(this.partPath, place);
          return place;
        }
        if (await haveSameContent(place, this.partPath)) {
          await rm(this.partPath);
          return place;
        }
      }
      throw new ImportRefusedError(
        `There are ${MAX_NUMBERED} files like ${this.path} already. Remove those that are done with.`,
      );
    });
  }

  private async finish(takePlace: () => Promise<string>): Promise<string> {
    try {
      await this.flush();
      await this.part.sync();
      return await takePlace();
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

async function refuseToReplace(path: string, mayReplace?: MayReplace): Promise<void> {
  const found = await orMissing(lstat(path));
  if (!found) return;
  if (!found.isFile()) throw new ImportRefusedError(`${path} is not a regular file.`);
  if (found.size === 0 || mayReplace?.(await beginningOf(path))) return;
  throw new ImportRefusedError(
    `${path} is there already, and is not replaced. Name another file, or move it away.`,
  );
}

/**
 * Makes sure that nothing is in a place, so that what is put there replaces nothing: the place is
 * taken by an empty file first, which no other import can do at the same time.
 */
async function isTaken(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;
    throw error;
  }
}

/** `rows.csv`, `rows-2.csv`, … */
function numbered(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return number === 1 ? path : join(dir, `${name}-${number}${ext}`);
}

async function haveSameContent(one: string, other: string): Promise<boolean> {
  const [found, wanted] = await Promise.all([lstat(one), lstat(other)]);
  if (!found.isFile() || found.size !== wanted.size) return false;
  const [a, b] = await Promise.all([digestOf(one), digestOf(other)]);
  return a === b;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
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
