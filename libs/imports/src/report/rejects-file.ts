import { OutputFile } from './output-file.js';
import type { RowReport } from './row-report.js';

/**
 * The rejected rows of an import as CSV: line number, reason, and the row as it stood under its
 * own header, so that it can be mended and imported.
 *
 * The file is begun before anything is imported, so that there is a place for what will be
 * rejected; where nothing was, there is none at the end.
 */
export class RejectsFile {
  private isEmpty = true;

  private constructor(
    private readonly file: OutputFile,
    private readonly header: () => readonly string[],
  ) {}

  /**
   * @param header the input's own header, known by the time of the first row
   * @throws ImportRefusedError where there is a file that no import wrote
   */
  static async create(path: string, header: () => readonly string[]): Promise<RejectsFile> {
    return new RejectsFile(await OutputFile.create(path, isRejectsFile), header);
  }

  get path(): string {
    return this.file.path;
  }

  async add(row: RowReport): Promise<void> {
    if (row.kind !== 'rejected') return;
    if (this.isEmpty) await this.file.write(csvLine(['line', 'reason', ...this.header()]));
    this.isEmpty = false;
    await this.file.write(csvLine([row.line, row.reason, ...row.cells]));
  }

  async close(): Promise<void> {
    if (this.isEmpty) await this.file.discard();
    else await this.file.close();
  }
}

/** Our two columns first, and below them a line number and a sentence. */
function isRejectsFile(beginning: string): boolean {
  return (
    /^line,reason[,\n]/.test(beginning) &&
    /\n\d+,(?:"(?:[^"]|"")*\."|[^",\n]*\.)[,\n]/.test(beginning)
  );
}

/** One line of CSV (RFC 4180), with its line end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(String(cell))).join(',')}\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
