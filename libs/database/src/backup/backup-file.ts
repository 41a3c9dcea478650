import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { pipeline as pipe } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
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
/** Far more than any row of ours. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** What stands last in a file: that all of it is there, as it was written. */
interface Seal {
  /** SHA-256 of all lines before, in hexadecimal digits. */
  sha256: string;
}

/**
 * Writes a backup: lines of JSON, compressed by gzip. The first is the manifest, then each row is an
 * array, and the last line has the digest of those before it. The file is readable by its owner only,
 * and takes its place when it is whole.
 *
 * @param signal breaks it off, and leaves no file
 * @returns the size of the file in bytes
 * @throws BackupError where there is a file already
 */
export async function writeBackup(
  path: string,
  contents: Contents,
  signal?: AbortSignal,
): Promise<number> {
  await refuseToReplace(path);
  const partPath = `${path}.${randomBytes(4).toString('hex')}.part`;
  // Opened before anything can fail: else it might be made after it was removed.
  const part = (await open(partPath, 'wx', 0o600)).createWriteStream({ flush: true });
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PIECE });
  try {
    await pipe(linesOf(contents), gzip, part, { signal });
    await refuseToReplace(path);
    await rename(partPath, path);
    return part.bytesWritten;
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}

/** @throws BackupError where there is a file already */
export async function refuseToReplace(path: string): Promise<void> {
  const found = await lstat(path).catch(({ code }: NodeJS.ErrnoException) => code);
  if (found === 'ENOENT') return;
  throw new BackupError(`${path} is there already. Name another file, or move it away.`);
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

/** A backup in a file that was found to be whole. */
export class BackupFile implements Contents {
  private constructor(
    private readonly path: string,
    readonly manifest: Manifest,
  ) {}

  /**
   * Reads all of it once.
   *
   * @throws BackupError when it is no backup, is not whole, or is not as it was written
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
      if (done) throw notWhole(this.path);
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
      const seal = parse(await next()) as Partial<Seal> | undefined;
      const isAsWritten = seal?.sha256 === digest.digest('hex');
      if (!isAsWritten || !(await lines.next()).done) throw altered(this.path);
    } finally {
      await lines.return(undefined);
    }
  }
}

async function readManifest(path: string): Promise<Manifest> {
  for await (const line of readLines(path)) {
    const manifest = parse(line) as Partial<Manifest> | undefined;
    if (manifest?.format !== FORMAT) throw notOurs(path);
    if (manifest.version !== FORMAT_VERSION) throw BackupError.ofNewerProgram(manifest.program!);
    return manifest as Manifest;
  }
  throw notWhole(path);
}

function readRow(line: Buffer, { columns }: TableManifest, path: string): Row {
  const row = parse(line);
  if (!Array.isArray(row) || row.length !== columns.length) throw altered(path);
  return row as Row;
}

/** @returns undefined for what is no JSON */
function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

/** Each with the line feed at its end. */
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
    if (code === 'Z_BUF_ERROR') throw notWhole(path);
    if (message === 'incorrect header check') throw notOurs(path);
    if (code?.startsWith('Z_')) throw altered(path);
    throw error;
  } finally {
    file.destroy();
  }
  if (length > 0) throw notWhole(path);
}

function notOurs(path: string): BackupError {
  return new BackupError(`${path} is no backup that \`mnbd backup\` made.`);
}

function notWhole(path: string): BackupError {
  return new BackupError(`${path} ends before the backup does: it was not copied whole.`);
}

function altered(path: string): BackupError {
  return new BackupError(`${path} is not as it was written: the disk or a copy has changed it.`);
}
