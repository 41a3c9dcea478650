import { createHash } from 'node:crypto';
import { createWriteStream, createReadStream } from 'node:fs';
import { pipeline as runPipeline } from 'node:stream/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

/** Compression level of exports. The next level takes a third longer and saves only 3%. */
export const LEVEL = 4;

/**
 * Writes a new file and syncs it to disk.
 *
 * @returns the SHA-256 of the file in hexadecimal
 */
export async function writeHashed(path: string, parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  await runPipeline(
    parts,
    async function* (parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        hash.update(part);
        yield part;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return hash.digest('hex');
}

/** Groups items into lists of the given size. The last one may be smaller. */
export async function* inBlocks<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let block: T[] = [];
  for await (const item of items) {
    if (block.push(item) < size) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

/** Lines compressed in one step, about 600 kB. */
const LINES = 500;

/** Compresses lines. The stream passes on the errors of its source. */
export function gzipLines(lines: AsyncIterable<string>): AsyncIterable<Buffer> {
  return pipeline(joined(lines), createGzip({ level: LEVEL }), () => {});
}

/** Reads the lines of a gzip file, without line endings. */
export function readGzipLines(path: string): AsyncIterable<string> {
  return createInterface({ input: pipeline(createReadStream(path), createGunzip(), () => {}) });
}

async function* joined(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const block of inBlocks(lines, LINES)) {
    yield block.map((line) => `${line}\n`).join('');
  }
}
