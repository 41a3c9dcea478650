import { csvLine } from './csv-line.js';
import type { RowReport } from './row-report.js';
import { TextFile } from './text-file.js';

/**
 * The rejected rows of an import as CSV: line number, reason, and the row as it stood under its
 * own header, so that it can be mended and imported.
 *
 * The file is made before anything is imported, so that there is a place for what will be
 * rejected; where nothing was, it is removed at the end.
 */
export class RejectsFile {
  private isEmpty = true;

  private constructor(
    private readonly file: TextFile,
    private readonly header: () => readonly string[],
  ) {}

  /** @param header the input's own header, known by the time of the first row */
  static async create(path: string, header: () => readonly string[]): Promise<RejectsFile> {
    return new RejectsFile(await TextFile.create(path), header);
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
    if (this.isEmpty) await this.file.remove();
    else await this.file.close();
  }
}
