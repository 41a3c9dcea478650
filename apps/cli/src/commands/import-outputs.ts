import { basename, resolve } from 'node:path';
import { ImportCounts } from '#libs/imports/src/report/import-counts.js';
import { JsonReport } from '#libs/imports/src/report/json-report.js';
import { refuseSameFile } from '#libs/imports/src/report/output-file.js';
import { RejectsFile } from '#libs/imports/src/report/rejects-file.js';
import type { RowReport } from '#libs/imports/src/report/row-report.js';
import { ImportRefusedError } from '#libs/imports/src/source/limits.js';
import type { Source } from '#libs/imports/src/source/open-source.js';
import { CommandError } from '../explain.js';

export interface OutputOptions {
  dryRun: boolean;
  /** Where rejected rows go. */
  rejects?: string;
  /** Where the report goes, if one is wanted. */
  report?: string;
}

/** What the import of a file leaves beside the directory: counts, rejected rows, and a report. */
export class ImportOutputs {
  readonly counts = new ImportCounts();
  /** Where the rejected rows are, when it is closed and there are any. */
  rejectsPath: string | undefined;

  private constructor(
    private readonly rejects: RejectsFile,
    private readonly report: JsonReport | undefined,
  ) {}

  /**
   * Makes sure that there is a place for all of it before anything is imported.
   *
   * @param inputs paths of all files that are read, the imported one first
   * @throws ImportRefusedError where a file would be lost
   */
  static async create(
    inputs: readonly [string, ...string[]],
    source: Source,
    { rejects, report, dryRun }: OutputOptions,
  ): Promise<ImportOutputs> {
    const [path] = inputs;
    await refuseSameFile(
      [rejects, report].filter((each) => each !== undefined),
      inputs,
    );
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

  /** @param isComplete whether the input was read to its end */
  async close(isComplete: boolean): Promise<void> {
    const isBegun = isComplete || this.counts.rows > 0;
    const [rejectsPath] = await Promise.all([
      this.rejects.close(),
      isBegun ? this.report?.close(this.counts, isComplete) : this.report?.discard(),
    ]);
    this.rejectsPath = rejectsPath;
  }
}

/** Beside the input; where that place cannot be written, in the current folder. */
function defaultPlaces(path: string): string[] {
  const beside = `${path}.rejects.csv`;
  const here = basename(beside);
  return resolve(beside) === resolve(here) ? [beside] : [beside, here];
}

async function createRejectsFile(
  path: string,
  source: Source,
  named: string | undefined,
): Promise<RejectsFile> {
  const places = named ? [named] : defaultPlaces(path);
  for (const place of places) {
    try {
      return named
        ? await RejectsFile.create(place, source.header)
        : await RejectsFile.createNumbered(place, source.header);
    } catch (error) {
      if (error instanceof ImportRefusedError) throw error;
    }
  }
  throw new CommandError(
    `Cannot write ${places[0]}, where rejected rows go. Name another place with --rejects FILE.`,
  );
}
