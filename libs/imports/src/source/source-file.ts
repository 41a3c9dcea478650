import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type FileKind, isGzip, kindOf } from './file-kind.js';
import { ImportRefusedError, refuseExpansion } from './limits.js';

/** Bytes read or unpacked at once. A chunk of blank lines takes a hundred times its size in memory. */
const CHUNK = 32 * 1024;
const BEGINNING = 4096;

/** A read of a file in progress. */
export interface Reading {
  bytes: AsyncIterable<Buffer>;
  /** Returns the bytes read so far; for a compressed file, the compressed bytes. */
  bytesRead(): number;
}

/** A file that can be read several times. Files compressed by gzip are unpacked on the fly. */
export class SourceFile {
  private constructor(
    private readonly path: string,
    private readonly size: number,
    private readonly isCompressed: boolean,
    readonly kind: FileKind,
  ) {}

  /** @throws ImportRefusedError for an unsupported file type */
  static async open(path: string, size: number): Promise<SourceFile> {
    const beginning = await readFirst(path, BEGINNING);
    if (!isGzip(beginning)) return new SourceFile(path, size, false, kindOf(beginning));
    const file = new SourceFile(path, size, true, 'text');
    if (kindOf(await file.unpackedBeginning()) !== 'text') throw new ImportRefusedError(UNPACK);
    return file;
  }

  read(): Reading {
    const file = createReadStream(this.path, { highWaterMark: CHUNK });
    return {
      bytes: this.isCompressed ? unpacked(file, this.size) : (file as AsyncIterable<Buffer>),
      bytesRead: () => file.bytesRead,
    };
  }

  private async unpackedBeginning(): Promise<Buffer> {
    for await (const chunk of this.read().bytes) return chunk;
    throw new ImportRefusedError('It is empty.');
  }
}

/** Reads the first bytes of a file. */
export async function readFirst(path: string, most: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @throws ImportRefusedError if the file is damaged or unpacks to too many bytes */
async function* unpacked(
  file: ReturnType<typeof createReadStream>,
  size: number,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  file.on('error', (error) => gunzip.destroy(error));
  let length = 0;
  try {
    for await (const chunk of file.pipe(gunzip) as AsyncIterable<Buffer>) {
      length += chunk.length;
      refuseExpansion(length, size);
      yield chunk;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new ImportRefusedError('The gzip file is damaged or truncated.');
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

const UNPACK = 'The gzip file does not contain text. Unpack it, and import the content.';
