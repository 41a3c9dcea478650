import { basename, resolve } from 'node:path';
import { JsonReport } from '#libs/imports/src/report/json-report.js';
import { OutputFile } from '#libs/imports/src/report/output-file.js';
import { RejectsFile } from '#libs/imports/src/report/rejects-file.js';
import { type RowReport, ImportCounts } from '#libs/imports/src/report/row-report.js';
import { ImportRefusedError } from '#libs/imports/src/source/limits.js';
import type { Source } from '#libs/imports/src/source/open-source.js';
import { CommandError } from '../explain.js';

export interface OutputOptions {
  dryRun: boolean;
  /** Path of the file for rejected rows. */
  rejects?: string;
  /** Path of the report, if one is requested. */
  report?: string;
}

/** Collects the counts, the rejected rows and the report of an import. */
export class ImportOutputs {
  readonly counts = new ImportCounts();
  /** Path of the rejected rows, set on close if there are any. */
  rejectsPath: string | undefined;

  private constructor(
    private readonly rejects: RejectsFile,
    private readonly report: JsonReport | undefined,
  ) {}

  /**
   * Creates the output files before anything is imported.
   *
   * @param path imported file
   * @throws ImportRefusedError if a file would be overwritten
   */
  static async create(
    path: string,
    source: Source,
    { rejects, report, dryRun }: OutputOptions,
  ): Promise<ImportOutputs> {
    if (rejects && report && resolve(rejects) === resolve(report)) {
      throw new ImportRefusedError(`${report} cannot be both the report and the rejected rows.`);
    }
    const rejectsFile = await createRejectsFile(path, source, rejects);
    if (!report) return new ImportOutputs(rejectsFile, undefined);
    try {
      const { format, encoding } = source;
      const about = { file: basename(path), format, encoding, dryRun };
      return new ImportOutputs(rejectsFile, await JsonReport.create(report, about));
    } catch (error) {
      await rejectsFile.close();
      if (error instanceof ImportRefusedError) throw error;
      throw new CommandError(`Cannot write the report ${report}: ${(error as Error).message}.`);
    }
  }

  async add(row: RowReport): Promise<void> {
    this.counts.add(row);
    await this.rejects.add(row);
    await this.report?.add(row);
  }

  /** @param isComplete true if the whole input was read */
  async close(isComplete: boolean): Promise<void> {
    const isStarted = isComplete || this.counts.rows > 0;
    const [rejectsPath] = await Promise.all([
      this.rejects.close(),
      isStarted ? this.report?.close(this.counts, isComplete) : this.report?.discard(),
    ]);
    this.rejectsPath = rejectsPath;
  }
}

/**
 * Returns the default paths for rejected rows: next to the input, or in the current folder if that
 * fails.
 */
function defaultPlaces(path: string): string[] {
  const nextToInput = `${path}.rejects.csv`;
  const here = basename(nextToInput);
  return resolve(nextToInput) === resolve(here) ? [nextToInput] : [nextToInput, here];
}

async function createRejectsFile(
  path: string,
  source: Source,
  named: string | undefined,
): Promise<RejectsFile> {
  const places = named ? [named] : defaultPlaces(path);
  for (const place of places) {
    try {
      // Someone may have corrected an existing file.
      const file = named ? OutputFile.create(place) : OutputFile.createNumbered(place);
      return new RejectsFile(await file, source.header);
    } catch (error) {
      if (error instanceof ImportRefusedError) throw error;
    }
  }
  throw new CommandError(
    `Cannot write rejected rows to ${places[0]}. Choose another file with --rejects FILE.`,
  );
}
