import { csvLine } from '#libs/text/src/csv.js';
import { OutputFile } from './output-file.js';
import type { RowReport } from './row-report.js';

/**
 * The rejected rows of an import as CSV: line number, reason, and the row under its own header (a
 * JSON object stays one cell), so that it can be corrected and imported. A cell that a spreadsheet
 * would calculate starts with an apostrophe.
 *
 * The file is created before the import starts, so that a full disk is noticed early; it is deleted
 * when no row was rejected.
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
    if (this.isEmpty) await this.write(['line', 'reason', ...this.header()]);
    this.isEmpty = false;
    await this.write([row.line, row.reason, ...row.cells]);
  }

  private write(cells: (string | number)[]): Promise<void> {
    return this.file.write(`${csvLine(cells)}\n`);
  }

  /** @returns where the rejected rows are, if there are any */
  async close(): Promise<string | undefined> {
    if (!this.isEmpty) return this.isNumbered ? this.file.closeNumbered() : this.file.close();
    await this.file.discard();
    return undefined;
  }
}
