import { parse } from 'csv-parse/sync';
import type { ColumnMapper } from '../../columns/column-map.js';
import { ImportRefusedError, MAX_TITLE_LINES } from '../limits.js';
import { type Line, LineSplitter } from '../line-splitter.js';
import { type RowReader, type SourceRow } from '../source-row.js';
import { Table } from '../table.js';
import {
  type CsvRecordText,
  detectDelimiter,
  MISPLACED,
  RecordSplitter,
} from './record-splitter.js';

const SEPARATOR = /^"?sep=([,;|\t])"?[,;]*$/i;

/**
 * Reads the rows of a CSV file. The first record is the header; it may follow title lines and
 * Excel's delimiter line (`sep=;`).
 */
export class CsvRows implements RowReader {
  private readonly lines = new LineSplitter();
  private splitter?: RecordSplitter;
  private delimiter = ',';
  /** Delimiter declared by the file. */
  private declared?: string;
  /** Lines read before a header was found; at most `MAX_TITLE_LINES`. */
  private titles: Line[] = [];
  private readonly table: Table;

  constructor(mapper: ColumnMapper) {
    this.table = new Table(mapper);
  }

  get header(): readonly string[] {
    return this.table.header;
  }

  push(text: string): SourceRow[] {
    return this.read(this.split(this.lines.push(text)));
  }

  end(): SourceRow[] {
    const last = [...this.split(this.lines.end()), ...this.giveUpTitles()];
    const rows = this.read([...last, ...(this.splitter?.end() ?? [])]);
    if (!this.table.hasHeader) throw new ImportRefusedError('It is empty.');
    return rows;
  }

  private split(lines: readonly Line[]): CsvRecordText[] {
    return lines.flatMap((line) => (this.splitter ? this.splitter.push(line) : this.begin(line)));
  }

  /** Searches for the header. */
  private begin(line: Line): CsvRecordText[] {
    const declared = line.number === 1 ? SEPARATOR.exec(line.text)?.[1] : undefined;
    if (declared) {
      this.declared = declared;
      return [];
    }
    if (this.isHeader(line)) {
      this.titles = [];
      return this.splitFrom([line]);
    }
    this.titles.push(line);
    return this.titles.length > MAX_TITLE_LINES ? this.giveUpTitles() : [];
  }

  private isHeader({ text, isCut }: Line): boolean {
    const delimiter = this.declared ?? detectDelimiter(text);
    const [whole] = isCut ? [] : new RecordSplitter(delimiter).push({ number: 1, text, isCut });
    if (!whole) return this.titles.length === 0;
    const [cells = []] = parseCsv(text, delimiter);
    return this.table.isHeader(cells, this.titles.length === 0);
  }

  /** No line names columns, so the first is treated as the header and refused. */
  private giveUpTitles(): CsvRecordText[] {
    const { titles } = this;
    this.titles = [];
    return titles.length > 0 ? this.splitFrom(titles) : [];
  }

  private splitFrom(lines: readonly Line[]): CsvRecordText[] {
    this.delimiter = this.declared ?? detectDelimiter(lines[0]!.text);
    const splitter = new RecordSplitter(this.delimiter);
    this.splitter = splitter;
    return lines.flatMap((line) => splitter.push(line));
  }

  private read(records: CsvRecordText[]): SourceRow[] {
    const rows: SourceRow[] = [];
    let start = 0;
    // Parse runs of valid records in one call, and each invalid record alone.
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
    const parsed = parseCsv(filled.map(({ text }) => text).join('\n'), this.delimiter);
    return parsed.flatMap((cells, index) => this.row(filled[index]!, cells));
  }

  private row({ line, text, hasStrayQuotes }: CsvRecordText, cells: string[]): SourceRow[] {
    if (!this.table.hasHeader) {
      this.table.readHeader(cells);
      return [];
    }
    // Text after a misplaced quotation mark may be in the wrong field unless the field count is
    // right.
    if (hasStrayQuotes && cells.length !== this.table.width) {
      return [{ line, cells: [text], problem: MISPLACED }];
    }
    return [this.table.row(line, cells)];
  }

  private broken({ line, text, problem }: CsvRecordText): SourceRow {
    if (!this.table.hasHeader) {
      throw new ImportRefusedError(`Its first line does not name columns. ${problem}`);
    }
    return { line, cells: [text], problem: problem! };
  }
}

function parseCsv(text: string, delimiter: string): string[][] {
  return parse(text, {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
  });
}
