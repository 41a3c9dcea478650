import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type FileKind, isGzip, kindOf } from './file-kind.js';
import { ImportRefusedError, refuseExpansion } from './limits.js';

const CHUNK = 256 * 1024;
const BEGINNING = 4096;

/** A file's bytes, as they are being read. */
export interface Reading {
  bytes: AsyncIterable<Buffer>;
  /** Bytes read of the file so far; of a compressed one, as it is on the disk. */
  bytesRead(): number;
}

/** A file that can be read several times; one that is compressed by gzip is unpacked meanwhile. */
export class SourceFile {
  private constructor(
    private readonly path: string,
    private readonly size: number,
    private readonly isCompressed: boolean,
    readonly kind: FileKind,
  ) {}

  /** @throws ImportRefusedError for a kind of file that is not read here */
  static async open(path: string, size: number): Promise<SourceFile> {
    const handle = await open(path);
    let beginning: Buffer;
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
      beginning = buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
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

/** @throws ImportRefusedError where it is damaged, or holds more than is read */
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
    throw new ImportRefusedError('It is compressed by gzip, and damaged or cut off.');
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

const UNPACK = 'It is compressed by gzip, and no text. Unpack it, and import what is in it.';
