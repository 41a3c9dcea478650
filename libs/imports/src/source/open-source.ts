import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CsvRows } from './csv/csv-rows.js';
import { decoderFor, detectEncoding, type Encoding } from './encoding.js';
import { ImportRefusedError } from './import-refused.error.js';
import { LineSplitter } from './line-splitter.js';
import type { SourceRow } from './source-row.js';

/** A file whose rows can be read once, from the first to the last. */
export interface Source {
  encoding: Encoding;
  /** In bytes. */
  size: number;
  /** Bytes read so far. */
  bytesRead(): number;
  /** The names of its columns, once the first row was read. */
  header(): readonly string[];
  rows(): AsyncGenerator<SourceRow>;
}

/** @throws ImportRefusedError with a sentence where the file cannot be read as a source */
export async function openSource(path: string): Promise<Source> {
  const size = await sizeOf(path);
  const encoding = await detectEncoding(path);
  const file = createReadStream(path, { highWaterMark: 256 * 1024, autoClose: true });
  const reader = new CsvRows();
  return {
    encoding,
    size,
    bytesRead: () => file.bytesRead,
    header: () => reader.header,
    async *rows() {
      const decoder = decoderFor(encoding);
      const lines = new LineSplitter();
      for await (const bytes of file as AsyncIterable<Buffer>) {
        yield* reader.push(lines.push(decoder.write(bytes)));
      }
      yield* reader.push([...lines.push(decoder.end() ?? ''), ...lines.end()]);
      yield* reader.end();
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new ImportRefusedError('It is a folder, not a file.');
    if (!stats.isFile()) throw new ImportRefusedError('It is not a file.');
    if (stats.size === 0) throw new ImportRefusedError('It is empty.');
    return stats.size;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new ImportRefusedError('There is no such file.');
    }
    if (code === 'EACCES') throw new ImportRefusedError('It may not be read by this user.');
    throw error;
  }
}
