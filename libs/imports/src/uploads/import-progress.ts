import { ImportCounts } from '../report/import-counts.js';
import { type RowReport, withoutCells } from '../report/row-report.js';
import type { Source } from '../source/open-source.js';

/** More rows than this are counted, but not kept. */
export const MAX_PROBLEMS = 1_000;

/** What an import's record tells of it while it goes on and afterwards. */
export type ImportRecord = ImportProgress['record'];

/** How far an import is. */
export class ImportProgress {
  private readonly counts = new ImportCounts();
  private readonly problems: object[] = [];
  /** How many of the source's rows the file lacks, once that is known. */
  missing: number | undefined;

  constructor(private readonly source: Source) {}

  add(row: RowReport): void {
    this.counts.add(row);
    const isProblem = row.kind === 'rejected' || row.kind === 'merged' || row.notes.length > 0;
    if (isProblem && this.problems.length < MAX_PROBLEMS) this.problems.push(withoutCells(row));
  }

  get record() {
    const { format, encoding } = this.source;
    return {
      format,
      encoding,
      bytesRead: this.source.bytesRead(),
      counts: this.counts.kinds,
      notes: Object.fromEntries(this.counts.notes),
      problems: this.problems,
      missing: this.missing,
    };
  }
}
