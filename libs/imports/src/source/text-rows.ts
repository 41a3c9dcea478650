import type { ColumnMapper } from '../columns/column-map.js';
import { CsvRows } from './csv/csv-rows.js';
import { decoded, detectEncoding, type Encoding } from './encoding.js';
import { detectFormat, type TextFormat } from './format.js';
import { FeatureCutter } from './json/feature-cutter.js';
import { checkCollection, checkList, JsonRows } from './json/json-rows.js';
import { LineSplitter } from './line-splitter.js';
import type { SourceFile } from './source-file.js';
import type { RowReader, RowSource, SourceRow } from './source-row.js';

const BEGINNING = 64 * 1024;

/** Reads the rows of a text file in any supported encoding and format. */
export class TextRows implements RowSource {
  private bytesRead = () => 0;

  private constructor(
    private readonly file: SourceFile,
    private readonly size: number,
    readonly encoding: Encoding,
    readonly format: TextFormat,
    private readonly reader: RowReader,
  ) {}

  /** @throws ImportRefusedError if the file isn't text or has no readable rows */
  static async open(file: SourceFile, size: number, mapper: ColumnMapper): Promise<TextRows> {
    const encoding = await detectEncoding(file.read().bytes);
    const text = () => decoded(file.read().bytes, encoding);
    const format = detectFormat(await beginningOf(text()));
    return new TextRows(file, size, encoding, format, await readerFor(format, mapper, text));
  }

  get header(): readonly string[] {
    return this.reader.header;
  }

  get progress(): number {
    return this.bytesRead() / this.size;
  }

  async *rows(): AsyncGenerator<SourceRow> {
    const { bytes, bytesRead } = this.file.read();
    this.bytesRead = bytesRead;
    for await (const text of decoded(bytes, this.encoding)) yield* this.reader.push(text);
    yield* this.reader.end();
  }
}

async function readerFor(
  format: TextFormat,
  mapper: ColumnMapper,
  text: () => AsyncIterable<string>,
): Promise<RowReader> {
  switch (format) {
    case 'CSV':
      return new CsvRows(mapper);
    case 'NDJSON':
      return new JsonRows('record', new LineSplitter(), mapper);
    case 'GeoJSON':
      return new JsonRows('feature', new FeatureCutter(), mapper, await checkCollection(text()));
    case 'JSON':
      await checkList(text());
      return new JsonRows('record', new FeatureCutter('list'), mapper);
  }
}

async function beginningOf(text: AsyncIterable<string>): Promise<string> {
  let beginning = '';
  for await (const piece of text) {
    beginning += piece;
    if (beginning.length >= BEGINNING) break;
  }
  return beginning;
}
