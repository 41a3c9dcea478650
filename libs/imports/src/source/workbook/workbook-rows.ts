import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { ColumnMapper } from '../../columns/column-map.js';
import { chosenFirst } from '../chosen-first.js';
import { refuseOtherArchives } from '../file-kind.js';
import {
  beginningOf,
  ImportRefusedError,
  MAX_COLUMNS,
  MAX_ROW,
  MAX_TITLE_LINES,
  refuseExpansion,
  TOO_LONG,
} from '../limits.js';
import type { RowSource, SourceRow } from '../source-row.js';
import { Table } from '../table.js';
import { type NumberFormat, numberFormat, numberText } from './number-text.js';
import { DAMAGED, readXml, walkXml } from './read-xml.js';

/** Maximum files in a workbook; real ones have a few dozen. */
const MAX_ENTRIES = 10_000;
/** Maximum total characters of shared strings, which are held in memory while a sheet is read. */
const MAX_SHARED = 50_000_000;
const MAX_SHEETS = 1_000;
const MAX_FORMATS = 100_000;

/** Epochs of day numbers (ECMA-376, part 1, section 18.17.4). */
const EPOCH_1900 = new Date('1899-12-30');
const EPOCH_1904 = new Date('1904-01-01');

interface Sheet {
  name: string;
  /** Id of the relationship that names the sheet's file. */
  id: string;
  isHidden: boolean;
}

interface SheetRow {
  number: number;
  cells: string[];
  problem?: string;
}

/**
 * Reads the rows of an Excel sheet (ECMA-376): the named sheet or the first visible one. The
 * workbook is unpacked as it is read, so only shared strings are in memory. Formulas have their
 * saved values.
 */
export class WorkbookRows implements RowSource {
  readonly format = 'Excel';
  readonly encoding = null;
  private readonly table: Table;
  /** Share of the sheet read so far. */
  progress = 0;
  sheets: readonly string[] = [];

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    mapper: ColumnMapper,
    private readonly sheetName: string | undefined,
  ) {
    this.table = new Table(mapper);
  }

  /** @throws ImportRefusedError if the file is damaged or not a supported workbook */
  static async open(path: string, mapper: ColumnMapper, sheetName?: string): Promise<WorkbookRows> {
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(path, { lazyEntries: true, autoClose: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.size === MAX_ENTRIES) throw new ImportRefusedError(DAMAGED);
        entries.set(entry.fileName, entry);
      }
      refuseOtherArchives([...entries.keys()]);
      return new WorkbookRows(zip, entries, mapper, sheetName);
    } catch (error) {
      zip?.close();
      throw asRefusal(error);
    }
  }

  get header(): readonly string[] {
    return this.table.header;
  }

  async *rows(): AsyncGenerator<SourceRow> {
    try {
      yield* this.tableRows();
    } catch (error) {
      throw asRefusal(error);
    } finally {
      this.zip.close();
    }
  }

  private async *tableRows(): AsyncGenerator<SourceRow> {
    const titles: SheetRow[] = [];
    for await (const row of this.sheetRows()) {
      const { number, cells, problem } = row;
      if (this.table.hasHeader) {
        const whole = [
          ...cells,
          ...Array<string>(Math.max(0, this.header.length - cells.length)).fill(''),
        ];
        yield problem ? { line: number, cells, problem } : this.table.row(number, whole);
      } else if (this.table.isHeader(cells, titles.length === 0)) {
        this.table.readHeader(cells);
      } else {
        titles.push(row);
        if (titles.length > MAX_TITLE_LINES) break;
      }
    }
    // No row names columns, so the first is treated as the header and refused.
    if (!this.table.hasHeader && titles[0]) this.table.readHeader(titles[0].cells);
    if (!this.table.hasHeader) throw new ImportRefusedError('Its sheet is empty.');
  }

  /** Yields the non-empty rows. */
  private async *sheetRows(): AsyncGenerator<SheetRow> {
    const { sheets, epoch } = await this.workbook();
    const files = await this.sheetFiles(sheets);
    const tables = sheets.filter(({ id }) => files.get(id) !== null);
    const inOrder = chosenFirst(tables, this.sheetName, 'sheet');
    this.sheets = inOrder.map(({ name }) => name);
    const file = files.get(inOrder[0].id) ?? '';
    const entry = this.expect(file.startsWith('/') ? file.slice(1) : `xl/${file}`);
    const shared = await this.sharedTexts();
    const formats = await this.formats();
    const rows: SheetRow[] = [];
    let row: SheetRow = { number: 0, cells: [] };
    let length = 0;
    let column = -1;
    let type = 'n';
    let style = 0;
    let text = '';
    let inText = false;
    const cellText = () => {
      if (type === 's') return shared[Number(text)] ?? '';
      if (type === 'b') return text === '1' ? 'true' : 'false';
      if (type === 'e') return '';
      if (type !== 'n') return unescaped(text);
      return numberText(text, formats[style] ?? { kind: 'number' }, epoch);
    };
    const handler = {
      open: (name: string, attribute: (name: string) => string | undefined) => {
        if (name === 'row') {
          row = { number: Number(attribute('r')) || row.number + 1, cells: [] };
          [column, length] = [-1, 0];
        } else if (name === 'c') {
          column = columnOf(attribute('r')) ?? column + 1;
          [type, style, text] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0), ''];
        } else if (name === 'v' || name === 't') inText = true;
      },
      text: (more: string) => {
        if (inText) text += more;
      },
      close: (name: string) => {
        if (name === 'v' || name === 't') inText = false;
        else if (name === 'c' && text !== '' && !row.problem) {
          const value = cellText();
          length += value.length;
          if (column >= MAX_COLUMNS) row.problem = `It has more than ${MAX_COLUMNS} columns.`;
          else if (length > MAX_ROW) {
            row.problem = TOO_LONG;
            row.cells = row.cells.map(beginningOf).slice(0, 20);
          } else {
            while (row.cells.length < column) row.cells.push('');
            row.cells[column] = value;
          }
        } else if (name === 'row' && (row.problem || row.cells.some(Boolean))) rows.push(row);
      },
    };
    yield* readXml(this.unpacked(entry), handler, () => rows.splice(0));
    this.progress = 1;
  }

  /** Returns the sheets, hidden ones last, and the day 0 of dates. */
  private async workbook(): Promise<{ sheets: Sheet[]; epoch: Date }> {
    const sheets: Sheet[] = [];
    let epoch = EPOCH_1900;
    await walkXml(this.unpacked(this.expect('xl/workbook.xml')), {
      open: (name, attribute) => {
        if (name === 'sheet') {
          const isHidden = /hidden$/i.test(attribute('state') ?? '');
          sheets.push({ name: attribute('name') ?? '', id: attribute('id') ?? '', isHidden });
        }
        if (sheets.length > MAX_SHEETS) throw new ImportRefusedError(DAMAGED);
        if (name === 'workbookPr' && /^(?:1|true)$/.test(attribute('date1904') ?? '')) {
          epoch = EPOCH_1904;
        }
      },
    });
    return { sheets: sheets.sort((a, b) => Number(a.isHidden) - Number(b.isHidden)), epoch };
  }

  /** Returns the files of the sheets by their ids; null for sheets that are only a chart. */
  private async sheetFiles(sheets: readonly Sheet[]): Promise<Map<string, string | null>> {
    const files = new Map<string, string | null>();
    if (sheets.length === 0) return files;
    const ids = new Set(sheets.map(({ id }) => id));
    await walkXml(this.unpacked(this.expect('xl/_rels/workbook.xml.rels')), {
      open: (name, attribute) => {
        const id = attribute('Id') ?? '';
        const isChart = attribute('Type')?.endsWith('/chartsheet');
        if (name === 'Relationship' && ids.has(id)) {
          files.set(id, isChart ? null : (attribute('Target') ?? ''));
        }
      },
    });
    return files;
  }

  private async sharedTexts(): Promise<string[]> {
    const texts: string[] = [];
    const entry = this.entries.get('xl/sharedStrings.xml');
    if (!entry) return texts;
    let text = '';
    let inText = false;
    let length = 0;
    await walkXml(this.unpacked(entry), {
      open: (name) => {
        if (name === 'si') text = '';
        else if (name === 't') inText = true;
      },
      text: (more) => {
        if (inText) text += more;
      },
      close: (name) => {
        if (name === 't') inText = false;
        else if (name === 'si') {
          // Each string has a memory overhead.
          length += text.length + 20;
          if (length > MAX_SHARED) throw new ImportRefusedError(TOO_MUCH_TEXT);
          texts.push(unescaped(text));
        }
      },
    });
    return texts;
  }

  /** Returns the number format of each style. */
  private async formats(): Promise<NumberFormat[]> {
    const formats: NumberFormat[] = [];
    const entry = this.entries.get('xl/styles.xml');
    if (!entry) return formats;
    const codes = new Map<number, string>();
    let inCellFormats = false;
    await walkXml(this.unpacked(entry), {
      open: (name, attribute) => {
        if (name === 'cellXfs') inCellFormats = true;
        const id = Number(attribute('numFmtId') ?? 0);
        if (name === 'numFmt') codes.set(id, attribute('formatCode') ?? '');
        if (name === 'xf' && inCellFormats) formats.push(numberFormat(id, codes.get(id)));
        if (codes.size + formats.length > MAX_FORMATS) throw new ImportRefusedError(DAMAGED);
      },
      close: (name) => {
        if (name === 'cellXfs') inCellFormats = false;
      },
    });
    return formats;
  }

  private expect(name: string): Entry {
    const entry = this.entries.get(name);
    if (!entry) throw new ImportRefusedError(DAMAGED);
    return entry;
  }

  /** Returns an entry's content. yauzl throws if it is longer than declared. */
  private async *unpacked(entry: Entry): AsyncGenerator<Buffer> {
    refuseExpansion(entry.uncompressedSize, entry.compressedSize);
    const stream = await this.zip.openReadStreamPromise(entry);
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      this.progress = length / entry.uncompressedSize;
      yield chunk;
    }
  }
}

/** Decodes characters such as `_x000D_`, a carriage return (ECMA-376, part 1, 22.9.2.19, ST_Xstring). */
function unescaped(text: string): string {
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/** Returns a cell's column number, counted from 0: `C7` is in column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (!letters) return undefined;
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Replaces yauzl's technical errors with a sentence for the user. */
function asRefusal(error: unknown): unknown {
  if (error instanceof ImportRefusedError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const isDamage = code === undefined || code.startsWith('Z_') || code.startsWith('ERR_ENCODING');
  return isDamage && error instanceof Error && !(error instanceof TypeError)
    ? new ImportRefusedError(DAMAGED_ARCHIVE)
    : error;
}

const DAMAGED_ARCHIVE = 'The Excel workbook or ZIP archive is damaged or truncated.';
const TOO_MUCH_TEXT = `Its text exceeds ${MAX_SHARED} characters in total. Save the sheet as CSV, and import that.`;
