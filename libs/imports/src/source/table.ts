import { isDeepStrictEqual } from 'node:util';
import { withoutGuard } from '#libs/text/src/csv.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { ColumnMap } from '../columns/column-map.js';
import { ColumnMapper } from '../columns/column-mapper.js';
import type { Mapping } from '../columns/mapping.js';
import { objectRow } from './json/object-row.js';
import { ImportRefusedError, MAX_COLUMNS } from './limits.js';
import type { SourceRow } from './source-row.js';

/** What a file of rejected rows begins with, where they were objects: see `RejectsFile`. */
const OBJECTS = [
  ['line', 'reason', 'record'],
  ['line', 'reason', 'feature'],
];

/** Makes rows of a table's cells, by the header that names its columns. */
export class Table {
  header: readonly string[] = [];
  /** How many columns it has. */
  width = 0;
  private columns?: ColumnMap;
  /** Reads the fields of the objects in a table's last column, which may be mended. */
  private objects?: ColumnMapper;

  constructor(private readonly mapping: Mapping) {}

  get hasHeader(): boolean {
    return this.columns !== undefined || this.objects !== undefined;
  }

  /** Below other lines, a header has the name of a second field, which no title has by chance. */
  isHeader(cells: readonly string[], isFirst: boolean): boolean {
    if (haveObjects(cells)) return true;
    const columns = new ColumnMap(cells, this.mapping);
    return columns.has('name') && (isFirst || columns.size > 1);
  }

  /** @throws ImportRefusedError where the cells do not name columns, or too many */
  readHeader(cells: readonly string[]): void {
    if (cells.length > MAX_COLUMNS) {
      throw new ImportRefusedError(
        `It has ${cells.length} columns; at most ${MAX_COLUMNS} are read.`,
      );
    }
    this.width = cells.length;
    if (haveObjects(cells)) {
      this.header = cells.slice(2);
      this.objects = new ColumnMapper(this.mapping);
      return;
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

  row(line: number, cells: readonly string[]): SourceRow {
    if (this.objects) return objectRow(line, cells[2]?.trim() ?? '', this.objects);
    // Some programs end each row with a delimiter, or leave out the empty fields at its end.
    const isLonger = cells.slice(this.header.length).some((cell) => cell.trim() !== '');
    if (isLonger || cells.length < Math.min(2, this.header.length)) {
      const problem = `It has ${cells.length} fields where the header has ${this.header.length}.`;
      return { line, cells, problem };
    }
    return { line, cells, record: this.columns!.read(cells.map(withoutGuard)) };
  }
}

function haveObjects(cells: readonly string[]): boolean {
  return OBJECTS.some((header) => isDeepStrictEqual(header, cells));
}
