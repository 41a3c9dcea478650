import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { pipeline as pipe } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { parseJson } from '#libs/text/src/json.js';
import {
  BackupError,
  type Block,
  type Contents,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  type Row,
  ROWS_IN_BLOCK,
  type TableManifest,
} from './contents.js';

const PIECE = 256 * 1024;
const LINE_FEED = 0x0a;
/** Maximum length of a line, in bytes. Far more than any row needs. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Last line of a backup. It proves that the file is complete and unchanged. */
interface Seal {
  /** SHA-256 of all previous lines in hexadecimal. */
  sha256: string;
}

/**
 * Writes a backup as gzip-compressed lines of JSON. The first line is the manifest, each row is an
 * array, and the last line contains a digest of the others. The file is readable by its owner only
 * and appears under its name once it is complete.
 *
 * @param signal aborts the backup and leaves no file
 * @returns the size of the file in bytes
 * @throws BackupError if the file already exists or the disk is full
 */
export async function writeBackup(
  path: string,
  contents: Contents,
  signal?: AbortSignal,
): Promise<number> {
  await refuseToReplace(path);
  const partPath = `${path}.${randomBytes(4).toString('hex')}.part`;
  // Open the file first. Otherwise it could be created after it was removed.
  const part = (await open(partPath, 'wx', 0o600)).createWriteStream({ flush: true });
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PIECE });
  try {
    await pipe(linesOf(contents), gzip, part, { signal });
    await refuseToReplace(path);
    await rename(partPath, path);
    return part.bytesWritten;
  } catch (error) {
    await rm(partPath, { force: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new BackupError(`The disk is full. ${path} was not written.`);
  }
}

/** @throws BackupError if the file already exists */
export async function refuseToReplace(path: string): Promise<void> {
  const found = await lstat(path).catch(({ code }: NodeJS.ErrnoException) => code);
  if (found === 'ENOENT' || found === 'ENOTDIR') return;
  throw new BackupError(`${path} already exists. Choose another name, or move the file away.`);
}

async function* linesOf(contents: Contents): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const line = (value: unknown) => `${JSON.stringify(value)}\n`;
  const digested = (text: string) => {
    digest.update(text);
    return text;
  };
  yield digested(line(contents.manifest));
  for await (const { rows } of contents.blocks()) yield digested(rows.map(line).join(''));
  yield line({ sha256: digest.digest('hex') } satisfies Seal);
}

/** Backup file that was checked to be complete. */
export class BackupFile implements Contents {
  private constructor(
    private readonly path: string,
    readonly manifest: Manifest,
  ) {}

  /**
   * Reads the whole file once to check it.
   *
   * @throws BackupError if it is not a backup, is incomplete or was changed
   */
  static async open(path: string): Promise<BackupFile> {
    const file = new BackupFile(path, await readManifest(path));
    for await (const block of file.blocks()) void block;
    return file;
  }

  async *blocks(): AsyncGenerator<Block> {
    const digest = createHash('sha256');
    const lines = readLines(this.path);
    const next = async () => {
      const { value, done } = await lines.next();
      if (done) throw incomplete(this.path);
      return value;
    };
    const nextDigested = async () => {
      const line = await next();
      digest.update(line);
      return line;
    };
    try {
      await nextDigested();
      for (const table of this.manifest.tables) {
        for (let left = table.rows; left > 0; left -= ROWS_IN_BLOCK) {
          const rows: Row[] = [];
          while (rows.length < Math.min(left, ROWS_IN_BLOCK)) {
            rows.push(readRow(await nextDigested(), table, this.path));
          }
          yield { table, rows };
        }
      }
      const seal = parseJson(String(await next())) as Partial<Seal> | undefined;
      const isAsWritten = seal?.sha256 === digest.digest('hex');
      if (!isAsWritten || !(await lines.next()).done) throw altered(this.path);
    } finally {
      await lines.return(undefined);
    }
  }
}

async function readManifest(path: string): Promise<Manifest> {
  for await (const line of readLines(path)) {
    const manifest = parseJson(String(line)) as Partial<Manifest> | undefined;
    if (manifest?.format !== FORMAT) throw notOurs(path);
    if (manifest.version !== FORMAT_VERSION) throw BackupError.ofNewerProgram(manifest.program!);
    return manifest as Manifest;
  }
  throw incomplete(path);
}

function readRow(line: Buffer, { columns }: TableManifest, path: string): Row {
  const row = parseJson(String(line));
  if (!Array.isArray(row) || row.length !== columns.length) throw altered(path);
  return row as Row;
}

/** Reads lines, each including its line feed. */
async function* readLines(path: string): AsyncGenerator<Buffer, undefined> {
  const file = createReadStream(path, { highWaterMark: PIECE });
  let rest: Buffer[] = [];
  let length = 0;
  try {
    const pieces = pipeline(file, createGunzip({ chunkSize: PIECE }), () => {});
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end; (end = piece.indexOf(LINE_FEED, start) + 1) > 0; start = end) {
        yield Buffer.concat([...rest, piece.subarray(start, end)]);
        [rest, length] = [[], 0];
      }
      rest.push(piece.subarray(start));
      length += piece.length - start;
      if (length > LONGEST_LINE) throw notOurs(path);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw incomplete(path);
    if (message === 'incorrect header check') throw notOurs(path);
    if (code?.startsWith('Z_')) throw altered(path);
    throw error;
  } finally {
    file.destroy();
  }
  if (length > 0) throw incomplete(path);
}

function notOurs(path: string): BackupError {
  return new BackupError(`${path} is not a backup made by \`mnbd backup\`.`);
}

function incomplete(path: string): BackupError {
  return new BackupError(`${path} is incomplete. Copy the whole file again.`);
}

function altered(path: string): BackupError {
  return new BackupError(`${path} is damaged: its content has changed since it was written.`);
}
