import type { ColumnMapper } from '../../columns/column-map.js';
import { ImportRefusedError, MAX_TITLE_LINES } from '../limits.js';
import { type Line, LineSplitter } from '../line-splitter.js';
import { type RowReader, type SourceRow } from '../source-row.js';
import { Table } from '../table.js';
import { type CsvRecord, detectDelimiter, MISPLACED, RecordSplitter } from './record-splitter.js';

const SEPARATOR = /^"?sep=([,;|\t])"?[,;]*$/i;

/**
 * Reads the rows of a CSV file. The first record is the header; it may follow title lines and
 * Excel's delimiter line (`sep=;`).
 */
export class CsvRows implements RowReader {
  private readonly lines = new LineSplitter();
  private splitter?: RecordSplitter;
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

  private split(lines: readonly Line[]): CsvRecord[] {
    return lines.flatMap((line) => (this.splitter ? this.splitter.push(line) : this.begin(line)));
  }

  /** Searches for the header. */
  private begin(line: Line): CsvRecord[] {
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
    const isFirst = this.titles.length === 0;
    return whole ? this.table.isHeader(whole.cells, isFirst) : isFirst;
  }

  /** No line names columns, so the first is treated as the header and refused. */
  private giveUpTitles(): CsvRecord[] {
    const { titles } = this;
    this.titles = [];
    return titles.length > 0 ? this.splitFrom(titles) : [];
  }

  private splitFrom(lines: readonly Line[]): CsvRecord[] {
    const splitter = new RecordSplitter(this.declared ?? detectDelimiter(lines[0]!.text));
    this.splitter = splitter;
    return lines.flatMap((line) => splitter.push(line));
  }

  private read(records: readonly CsvRecord[]): SourceRow[] {
    return records.flatMap((record) => this.row(record));
  }

  private row({ line, text, cells, problem, hasStrayQuotes }: CsvRecord): SourceRow[] {
    if (problem !== undefined) {
      if (this.table.hasHeader) return [{ line, cells, problem }];
      throw new ImportRefusedError(`Its first line does not name columns. ${problem}`);
    }
    if (text.trim() === '') return [];
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
}
