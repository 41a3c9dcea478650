import { type Compression, type DecompressFunc, PMTiles, type RangeResponse } from 'pmtiles';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** First bytes of a PMTiles file: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const MAGIC = Buffer.from('PMTiles\x03');

/** Maximum bytes per read: a tile or a directory, compressed. */
const MAX_PART = 1024 * 1024;
/** Maximum bytes of a decompressed tile. */
const MAX_TILE = 4 * 1024 * 1024;

const UNCOMPRESSED: Compression = 1;
const GZIP: Compression = 2;

const unzip = promisify(gunzip);

/** Opens a PMTiles file. It may be replaced while the program runs. */
export function openArchive(path: string): PMTiles {
  const source = { getKey: () => path, getBytes: (...part: Part) => read(path, ...part) };
  return new PMTiles(source, undefined, decompress);
}

/** Reports whether a file is a PMTiles archive that the program can read. */
export async function isPmtiles(path: string): Promise<boolean> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { buffer } = await file.read({ buffer: Buffer.alloc(MAGIC.length) });
    return buffer.equals(MAGIC);
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}

/** Returns a tag that changes when the file is replaced. */
export function tagOf({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
}

type Part = [offset: number, length: number, signal?: AbortSignal];

async function read(path: string, ...[offset, length, signal]: Part): Promise<RangeResponse> {
  signal?.throwIfAborted();
  if (length > MAX_PART) throw new Error(`A part of the map has more than ${MAX_PART} bytes.`);
  const file = await open(path);
  try {
    const etag = tagOf(await file.stat());
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    signal?.throwIfAborted();
    return { data: Uint8Array.from(buffer.subarray(0, bytesRead)).buffer, etag };
  } finally {
    await file.close();
  }
}

const decompress: DecompressFunc = async (bytes, compression) => {
  if (compression === UNCOMPRESSED) return bytes;
  if (compression !== GZIP) throw new Error('The map must be compressed with gzip, or not at all.');
  const unzipped = await unzip(bytes, { maxOutputLength: MAX_TILE });
  return Uint8Array.from(unzipped).buffer;
};
