import { parse } from 'csv-parse/sync';
import { excerpt } from '#libs/text/src/excerpt.js';
import { ColumnMap } from '../../columns/column-map.js';
import type { Mapping } from '../../columns/mapping.js';
import { ImportRefusedError, MAX_COLUMNS } from '../limits.js';
import { type Line, LineSplitter } from '../line-splitter.js';
import { type RowReader, type SourceRow } from '../source-row.js';
import { type CsvRecordText, detectDelimiter, RecordSplitter } from './record-splitter.js';

/** Reads the rows of a CSV file, whose first record names its columns. */
export class CsvRows implements RowReader {
  private readonly lines = new LineSplitter();
  private splitter?: RecordSplitter;
  private delimiter = ',';
  private columns?: ColumnMap;
  header: readonly string[] = [];

  constructor(private readonly mapping: Mapping) {}

  push(text: string): SourceRow[] {
    return this.read(this.split(this.lines.push(text)));
  }

  end(): SourceRow[] {
    const last = this.split(this.lines.end());
    const rows = this.read([...last, ...(this.splitter?.end() ?? [])]);
    if (!this.columns) throw new ImportRefusedError('It is empty.');
    return rows;
  }

  private split(lines: readonly Line[]): CsvRecordText[] {
    return lines.flatMap((line) => {
      this.splitter ??= this.splitterFor(line);
      return this.splitter.push(line);
    });
  }

  private splitterFor(header: Line): RecordSplitter {
    this.delimiter = detectDelimiter(header.text);
    return new RecordSplitter(this.delimiter);
  }

  private read(records: CsvRecordText[]): SourceRow[] {
    const rows: SourceRow[] = [];
    let start = 0;
    // Runs of sound records are parsed at once; each that is not stands alone.
    for (let end = 0; end <= records.length; end++) {
      const record = records[end];
      if (record && !record.problem) continue;
      rows.push(...this.parse(records.slice(start, end)));
      if (record) rows.push(this.broken(record));
      start = end + 1;
    }
    return rows;
  }

  private parse(records: CsvRecordText[]): SourceRow[] {
    const filled = records.filter(({ text }) => text.trim() !== '');
    if (filled.length === 0) return [];
    const parsed = parse(filled.map(({ text }) => text).join('\n'), {
      delimiter: this.delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
    });
    return parsed.flatMap((cells, index) => this.row(filled[index]!.line, cells));
  }

  private row(line: number, cells: string[]): SourceRow[] {
    if (!this.columns) {
      this.readHeader(cells);
      return [];
    }
    if (cells.length !== this.header.length) {
      const problem = `It has ${cells.length} fields where the header has ${this.header.length}.`;
      return [{ line, cells, problem }];
    }
    return [{ line, cells, record: this.columns.read(cells) }];
  }

  private broken({ line, text, problem }: CsvRecordText): SourceRow {
    if (!this.columns) {
      throw new ImportRefusedError(`Its first line does not name columns. ${problem}`);
    }
    return { line, cells: [text], problem: problem! };
  }

  private readHeader(cells: string[]): void {
    if (cells.length > MAX_COLUMNS) {
      throw new ImportRefusedError(
        `It has ${cells.length} columns; at most ${MAX_COLUMNS} are read.`,
      );
    }
    this.header = cells;
    this.columns = new ColumnMap(cells, this.mapping);
    const names = cells.slice(0, 20).map((cell) => excerpt(cell, 40));
    const [missing] = this.columns.missing;
    if (missing !== undefined) {
      throw new ImportRefusedError(
        `The mapping names a column "${excerpt(missing, 40)}", which it does not have; the first ` +
          `line has: ${names.join(', ')}.`,
      );
    }
    if (!this.columns.has('name')) {
      throw new ImportRefusedError(
        `No column holds the name of a business; the first line has: ${names.join(', ')}. ` +
          'Name the column in a mapping, as {"name": "…"}.',
      );
    }
  }
}
