import { csvLine } from '#libs/text/src/csv.js';
import type { OutputFile } from './output-file.js';
import type { RowReport } from './row-report.js';

/**
 * Rejected rows of an import as CSV: line number, reason, and the row under its original header (a
 * JSON object is one cell), ready to be corrected and imported. Cells that a spreadsheet would
 * evaluate as formulas start with an apostrophe.
 *
 * The file is created before the import starts, so that a full disk is noticed early. It is
 * deleted if no row was rejected.
 */
export class RejectsFile {
  private isEmpty = true;

  /** @param header header of the input, known once the first row was read */
  constructor(
    private readonly file: OutputFile,
    private readonly header: () => readonly string[],
  ) {}

  async add(row: RowReport): Promise<void> {
    if (row.kind !== 'rejected') return;
    if (this.isEmpty) await this.write(['line', 'reason', ...this.header()]);
    this.isEmpty = false;
    await this.write([row.line, row.reason, ...row.cells]);
  }

  private write(cells: (string | number | null)[]): Promise<void> {
    return this.file.write(`${csvLine(cells)}\n`);
  }

  /** @returns the path of the rejected rows, if there are any */
  async close(): Promise<string | undefined> {
    if (!this.isEmpty) return this.file.close();
    await this.file.discard();
    return undefined;
  }
}
