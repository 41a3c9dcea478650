import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { inBlocks, LEVEL } from './write-hashed.js';

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
