import { OutputFile } from './output-file.js';
import type { RowReport } from './row-report.js';

/**
 * The rejected rows of an import as CSV: line number, reason, and the row as it stood under its
 * own header, or as the JSON object that it was, so that it can be mended and imported.
 *
 * The file is begun before anything is imported, so that there is a place for what will be
 * rejected; where nothing was, there is none at the end.
 */
export class RejectsFile {
  private isEmpty = true;

  private constructor(
    private readonly file: OutputFile,
    private readonly header: () => readonly string[],
    private readonly isNumbered: boolean,
  ) {}

  /**
   * @param header the input's own header, known by the time of the first row
   * @throws ImportRefusedError where there is a file: somebody may have mended it
   */
  static async create(path: string, header: () => readonly string[]): Promise<RejectsFile> {
    return new RejectsFile(await OutputFile.create(path), header, false);
  }

  /** A file that takes the next free number where there is another of its name. */
  static async createNumbered(path: string, header: () => readonly string[]): Promise<RejectsFile> {
    return new RejectsFile(await OutputFile.createNumbered(path), header, true);
  }

  async add(row: RowReport): Promise<void> {
    if (row.kind !== 'rejected') return;
    if (this.isEmpty) await this.file.write(csvLine(['line', 'reason', ...this.header()]));
    this.isEmpty = false;
    await this.file.write(csvLine([row.line, row.reason, ...row.cells]));
  }

  /** @returns where the rejected rows are, if there are any */
  async close(): Promise<string | undefined> {
    if (!this.isEmpty) return this.isNumbered ? this.file.closeNumbered() : this.file.close();
    await this.file.discard();
    return undefined;
  }
}

/** One line of CSV (RFC 4180), with its line end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(String(cell))).join(',')}\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
