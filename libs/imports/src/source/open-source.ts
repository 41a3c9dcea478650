import { stat } from 'node:fs/promises';
import { ColumnMapper } from '../columns/column-mapper.js';
import type { Mapping } from '../columns/mapping.js';
import { CsvRows } from './csv/csv-rows.js';
import { decoderFor, detectEncoding, type Encoding } from './encoding.js';
import { detectFormat, type Format } from './format.js';
import { ImportRefusedError } from './limits.js';
import { checkCollection, GeojsonRows } from './json/geojson-rows.js';
import { checkList, JsonListRows } from './json/json-list-rows.js';
import { NdjsonRows } from './json/ndjson-rows.js';
import { SourceFile } from './source-file.js';
import { type RowReader, type SourceRow } from './source-row.js';

/** A file whose rows can be read once, from the first to the last. */
export interface Source {
  format: Format;
  encoding: Encoding;
  /** In bytes. */
  size: number;
  /** Bytes read so far. */
  bytesRead(): number;
  /** The names of its columns, once the first row was read. */
  header(): readonly string[];
  rows(): AsyncGenerator<SourceRow>;
}

const BEGINNING = 64 * 1024;

/** @throws ImportRefusedError with a sentence where the file cannot be read as a source */
export async function openSource(path: string, mapping: Mapping = {}): Promise<Source> {
  const size = await sizeOf(path);
  const file = await SourceFile.open(path);
  const encoding = await detectEncoding(file.read().bytes);
  const format = detectFormat(await beginningOf(file, encoding));
  if (format === 'GeoJSON') await checkCollection(decoded(file.read().bytes, encoding));
  if (format === 'JSON') await checkList(decoded(file.read().bytes, encoding));
  const { bytes, bytesRead } = file.read();
  const reader = readerFor(format, mapping);
  return {
    format,
    encoding,
    size,
    bytesRead,
    header: () => reader.header,
    async *rows() {
      for await (const text of decoded(bytes, encoding)) yield* reader.push(text);
      yield* reader.end();
    },
  };
}

function readerFor(format: Format, mapping: Mapping): RowReader {
  switch (format) {
    case 'CSV':
      return new CsvRows(mapping);
    case 'NDJSON':
      return new NdjsonRows(new ColumnMapper(mapping));
    case 'GeoJSON':
      return new GeojsonRows(new ColumnMapper(mapping));
    case 'JSON':
      return new JsonListRows(new ColumnMapper(mapping));
  }
}

async function beginningOf(file: SourceFile, encoding: Encoding): Promise<string> {
  let beginning = '';
  for await (const text of decoded(file.read().bytes, encoding)) {
    beginning += text;
    if (beginning.length >= BEGINNING) break;
  }
  return beginning;
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = decoderFor(encoding);
  for await (const chunk of bytes) yield decoder.write(chunk);
  yield decoder.end() ?? '';
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
