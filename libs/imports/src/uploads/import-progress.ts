import { excerpt } from '#libs/text/src/excerpt.js';
import { isProblem } from '../cleaning/notes.js';
import { ImportCounts, type RowReport } from '../report/row-report.js';
import type { DirectoryWriter } from '../writing/directory-writer.js';
import type { Source } from '../source/open-source.js';

/** Maximum number of rows listed as problems; further ones are only counted. */
export const MAX_PROBLEMS = 1_000;
/** Maximum number of new categories listed. */
export const MAX_NEW_CATEGORIES = 100;
/** Maximum number of ignored columns listed, and of characters of each. */
export const MAX_IGNORED_COLUMNS = 100;

/** Progress and results stored in the import's record. */
export type ImportRecord = ImportProgress['record'];

/** Tracks the progress of an import. */
export class ImportProgress {
  private readonly counts = new ImportCounts();
  private readonly rejected: object[] = [];
  private readonly doubtful: object[] = [];
  /** Number of the source's rows missing from the file, once known. */
  missing: number | undefined;

  constructor(
    private readonly source: Source,
    private readonly writer: Pick<DirectoryWriter, 'newCategories'>,
  ) {}

  add(row: RowReport): void {
    this.counts.add(row);
    const notes = row.notes?.filter(isProblem);
    if (row.kind !== 'rejected' && !notes?.length) return;
    const list = row.kind === 'rejected' ? this.rejected : this.doubtful;
    if (list.length === MAX_PROBLEMS) return;
    list.push({ ...row, cells: undefined, before: undefined, after: undefined, notes });
  }

  get record() {
    const { format, encoding } = this.source;
    return {
      format,
      encoding,
      bytesRead: this.source.bytesRead(),
      counts: this.counts.kinds,
      notes: Object.fromEntries(this.counts.notes),
      // Rejected rows come first, because they are lost unless someone corrects them.
      problems: [...this.rejected, ...this.doubtful].slice(0, MAX_PROBLEMS),
      newCategories: [...this.writer.newCategories.names].slice(0, MAX_NEW_CATEGORIES),
      ignoredColumns: this.source
        .columns()
        .ignored.slice(0, MAX_IGNORED_COLUMNS)
        .map((name) => excerpt(name, MAX_IGNORED_COLUMNS)),
      missing: this.missing,
    };
  }
}
