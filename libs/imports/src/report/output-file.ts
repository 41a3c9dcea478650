import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ImportRefusedError } from '../source/limits.js';
import { readFirst } from '../source/source-file.js';

const BUFFERED = 64 * 1024;
const BEGINNING = 64 * 1024;

/** Maximum number of files with the same base name. */
const MAX_NUMBERED = 100;

/** Decides from its first 64 KiB whether an existing file may be replaced. */
export type MayReplace = (beginning: string) => boolean;

/**
 * A text file written in buffered chunks, readable only by its owner. It is written to a temporary
 * file next to its path and renamed once complete.
 */
export class OutputFile {
  private buffer = '';

  /** @param takePlace moves the finished file to its path, and returns the path */
  private constructor(
    private readonly partPath: string,
    private readonly part: FileHandle,
    private readonly takePlace: (partPath: string) => Promise<string>,
  ) {}

  /**
   * @param mayReplace decides which existing files may be replaced; by default only empty ones
   * @throws ImportRefusedError if the existing file may not be replaced
   */
  static async create(path: string, mayReplace?: MayReplace): Promise<OutputFile> {
    await refuseToReplace(path, mayReplace);
    return OutputFile.begin(path, async (partPath) => {
      await refuseToReplace(path, mayReplace);
      await rename(partPath, path);
      return path;
    });
  }

  /**
   * Creates a file that gets the next free number if the name is taken. Reuses an existing file
   * with the same content.
   */
  static async createNumbered(path: string): Promise<OutputFile> {
    return OutputFile.begin(path, (partPath) => takeNumber(path, partPath));
  }

  private static async begin(
    path: string,
    takePlace: (partPath: string) => Promise<string>,
  ): Promise<OutputFile> {
    const partPath = `${path}.${randomBytes(4).toString('hex')}.part`;
    return new OutputFile(partPath, await open(partPath, 'wx', 0o600), takePlace);
  }

  async write(text: string): Promise<void> {
    this.buffer += text;
    if (this.buffer.length >= BUFFERED) await this.flush();
  }

  /**
   * Moves the finished file to its path.
   *
   * @returns the final path
   */
  async close(): Promise<string> {
    try {
      await this.flush();
      await this.part.sync();
      return await this.takePlace(this.partPath);
    } catch (error) {
      await rm(this.partPath, { force: true });
      throw error;
    } finally {
      await this.part.close();
    }
  }

  /** Deletes the unfinished file. An existing file at the path is kept. */
  async discard(): Promise<void> {
    await this.part.close();
    await rm(this.partPath, { force: true });
  }

  private async flush(): Promise<void> {
    await this.part.writeFile(this.buffer);
    this.buffer = '';
  }
}

async function refuseToReplace(path: string, mayReplace?: MayReplace): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  if (!found.isFile()) throw new ImportRefusedError(`${path} is not a regular file.`);
  if (found.size === 0) return;
  if (mayReplace?.(String(await readFirst(path, BEGINNING)))) return;
  throw new ImportRefusedError(
    `${path} already exists. Choose another path, or move the file away.`,
  );
}

async function takeNumber(path: string, partPath: string): Promise<string> {
  for (let number = 1; number <= MAX_NUMBERED; number++) {
    const place = numbered(path, number);
    if (!(await isTaken(place))) {
      await rename(partPath, place);
      return place;
    }
    if (await haveSameContent(place, partPath)) {
      await rm(partPath);
      return place;
    }
  }
  throw new ImportRefusedError(
    `There are ${MAX_NUMBERED} files like ${path} already. Remove the ones you no longer need.`,
  );
}

/**
 * Reserves a path with an empty file, which no other import can do at the same time.
 *
 * @returns whether the path was already taken
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
