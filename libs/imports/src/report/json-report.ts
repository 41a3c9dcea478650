import { NOTES } from '../cleaning/notes.js';
import { OutputFile } from './output-file.js';
import type { Encoding } from '../source/encoding.js';
import type { Format } from '../source/format.js';
import type { ImportCounts, RowReport } from './row-report.js';

/** Head of the report. */
interface About {
  file: string;
  format: Format;
  encoding: Encoding | null;
  dryRun: boolean;
}

/**
 * Machine-readable import report: a JSON file with one entry per input row, in input order,
 * written as rows are reported.
 *
 * `{"file", "format", "encoding", "dryRun", "rows": [{"line", "kind", "slug"?, "businessId"?,
 * "similarTo"?, "before"?, "after"?, "reason"?, "notes"?}], "counts": {"inserted", …}, "notes": {"zipPlus4": {"rows",
 * "meaning"}, …}, "complete"}`
 */
export class JsonReport {
  private rows = 0;

  private constructor(private readonly file: OutputFile) {}

  /** @throws ImportRefusedError if the path has a file that isn't an import report */
  static async create(path: string, about: About): Promise<JsonReport> {
    const file = await OutputFile.create(path, isReport);
    await file.write(`${JSON.stringify(about).slice(0, -1)},"rows":[`);
    return new JsonReport(file);
  }

  async add(row: RowReport): Promise<void> {
    // Readers have the input with the cells.
    const entry = JSON.stringify({ ...row, cells: undefined });
    await this.file.write(`${this.rows++ > 0 ? ',' : ''}\n${entry}`);
  }

  /** @param complete whether the input was read to its end */
  async close(counts: ImportCounts, complete: boolean): Promise<void> {
    const notes = Object.fromEntries(
      Array.from(counts.notes, ([note, rows]) => [note, { rows, meaning: NOTES[note] }]),
    );
    const end = JSON.stringify({ counts: counts.kinds, notes, complete });
    await this.file.write(`\n],${end.slice(1)}\n`);
    await this.file.close();
  }

  /** Deletes the unfinished report. */
  async discard(): Promise<void> {
    await this.file.discard();
  }
}

function isReport(beginning: string): boolean {
  return /^\{"file":"[^\n]*","format":"\w+","encoding":(?:"[\w-]+"|null),"dryRun":/.test(beginning);
}
