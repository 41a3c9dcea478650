import { isDeepStrictEqual } from 'node:util';
import { withoutGuard } from '#libs/text/src/csv.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { counted } from '#libs/text/src/counted.js';
import { ColumnMap, type ColumnMapper } from '../columns/column-map.js';
import { objectRow, hasOtherTags, withOtherTags } from './json/object-row.js';
import { ImportRefusedError, MAX_COLUMNS } from './limits.js';
import type { SourceRow } from './source-row.js';

/** Header of a file of rejected rows whose rows were objects: see `RejectsFile`. */
const OBJECTS = [
  ['line', 'reason', 'record'],
  ['line', 'reason', 'feature'],
];

/** Builds rows from a table's cells according to its header. */
export class Table {
  header: readonly string[] = [];
  /** Number of columns. */
  width = 0;
  private columns?: ColumnMap;

  constructor(private readonly mapper: ColumnMapper) {}

  get hasHeader(): boolean {
    return this.width > 0;
  }

  /**
   * Reports whether a line is the header. Below other lines, a header needs at least two field
   * names, which no title has by chance.
   */
  isHeader(cells: readonly string[], isFirst: boolean): boolean {
    if (haveObjects(cells)) return true;
    const columns = new ColumnMap(cells, this.mapper.mapping);
    return columns.has('name') && (isFirst || columns.size > 1);
  }

  /** @throws ImportRefusedError if the cells don't name columns, or name too many */
  readHeader(cells: readonly string[]): void {
    if (cells.length > MAX_COLUMNS) {
      throw new ImportRefusedError(
        `It has ${cells.length} columns; at most ${MAX_COLUMNS} are read.`,
      );
    }
    this.width = cells.length;
    if (haveObjects(cells)) {
      this.header = cells.slice(2);
      return;
    }
    this.header = cells;
    this.columns = this.mapper.for(cells);
    const names = cells.slice(0, 20).map((cell) => excerpt(cell, 40));
    const [missing] = this.columns.missing;
    if (missing !== undefined) {
      throw new ImportRefusedError(
        `The file has no column "${excerpt(missing, 40)}", which the mapping or id column names. ` +
          `The first line has: ${names.join(', ')}.`,
      );
    }
    if (!this.columns.has('name')) {
      throw new ImportRefusedError(
        `No column contains a business name. The first line has: ${names.join(', ')}. ` +
          'Specify the column in a mapping such as {"name": "…"}.',
      );
    }
  }

  row(line: number, cells: readonly string[]): SourceRow {
    // Objects in the last column may have been corrected.
    if (!this.columns) return objectRow(line, cells[2]?.trim() ?? '', this.mapper);
    // Some programs end each row with a delimiter or omit trailing empty fields.
    const isLonger = cells.slice(this.header.length).some((cell) => cell.trim() !== '');
    if (isLonger || cells.length < Math.min(2, this.header.length)) {
      const problem = `It has ${counted(cells.length, 'field')}, but the header has ${this.header.length}.`;
      return { line, cells, problem };
    }
    const values = cells.map(withoutGuard);
    if (!hasOtherTags(this.header)) return { line, cells, record: this.columns.read(values) };
    const all = withOtherTags(new Map(this.header.map((name, at) => [name, values[at] ?? ''])));
    return { line, cells, record: this.mapper.for([...all.keys()]).read([...all.values()]) };
  }
}

function haveObjects(cells: readonly string[]): boolean {
  return OBJECTS.some((header) => isDeepStrictEqual(header, cells));
}
