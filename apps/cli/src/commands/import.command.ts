import { Command } from 'commander';
import { basename } from 'node:path';
import { Audit } from '#libs/admin/src/audit/audit.js';
import { SystemClock } from '#libs/config/src/clock.js';
import type { Database, Prisma } from '#libs/database/src/database.js';
import { readMapping } from '#libs/imports/src/columns/mapping.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { ImportCounts } from '#libs/imports/src/report/import-counts.js';
import { JsonReport } from '#libs/imports/src/report/json-report.js';
import { RejectsFile } from '#libs/imports/src/report/rejects-file.js';
import { textReport } from '#libs/imports/src/report/text-report.js';
import { runImport } from '#libs/imports/src/run-import.js';
import { ImportRefusedError } from '#libs/imports/src/source/import-refused.error.js';
import { openSource, type Source } from '#libs/imports/src/source/open-source.js';
import { CommandError, InterruptedError } from '../explain.js';
import { ProgressBar } from '../progress-bar.js';
import { withDatabase } from '../with-database.js';

interface Options {
  dryRun?: true;
  mapping?: string;
  rejects?: string;
  report?: string;
}

export function importCommand(): Command {
  return new Command('import')
    .description('Bring the businesses of a file into the directory.')
    .argument('<file>', 'CSV whose first line names its columns, GeoJSON, or NDJSON')
    .option('--dry-run', 'say what would become of each row, and change nothing')
    .option('--mapping <file>', 'JSON that tells which columns hold which fields')
    .option('--rejects <file>', 'where rejected rows go (default: <file>.rejects.csv)')
    .option('--report <file>', 'write what became of each row, as JSON')
    .action(importFile);
}

async function importFile(path: string, options: Options): Promise<void> {
  const interrupt = interruption();
  try {
    const mapping = options.mapping ? await readMapping(options.mapping) : {};
    const source = await openSource(path, mapping);
    await withDatabase('import', (database) =>
      importSource(path, source, database, options, interrupt),
    );
  } catch (error) {
    if (error instanceof ImportRefusedError) {
      throw new CommandError(`Cannot import ${path}. ${error.message}`);
    }
    throw error;
  }
  if (interrupt.aborted) throw new InterruptedError();
}

async function importSource(
  path: string,
  source: Source,
  database: Database,
  options: Options,
  interrupt: AbortSignal,
): Promise<void> {
  const dryRun = options.dryRun ?? false;
  const counts = new ImportCounts();
  const rejects = await createRejectsFile(path, options, source);
  const report = options.report
    ? await createReport(options.report, {
        file: basename(path),
        format: source.format,
        encoding: source.encoding,
        dryRun,
      })
    : undefined;
  const progress = new ProgressBar(source);
  try {
    const writer = new DirectoryWriter(database, new SystemClock(), dryRun);
    await runImport(source, writer, interrupt, async (row) => {
      counts.add(row);
      progress.update(counts.rows);
      await rejects.add(row);
      await report?.add(row);
    });
  } finally {
    progress.stop();
    await rejects.close();
    await report?.close(counts, !interrupt.aborted);
  }
  if (!dryRun) await writeDown(database, { file: basename(path), ...counts.kinds });
  const { format, encoding } = source;
  print(`${basename(path)}: ${format}, ${encoding}, ${counts.rows} rows`);
  print(textReport(counts));
  if (counts.kinds.rejected > 0) print(`Rejected rows and why: ${rejects.path}`);
  if (dryRun) print('Nothing was changed: this was a dry run.');
}

async function createReport(path: string, about: Record<string, unknown>): Promise<JsonReport> {
  try {
    return await JsonReport.create(path, about);
  } catch (error) {
    throw new CommandError(`Cannot write the report ${path}: ${(error as Error).message}.`);
  }
}

/** The operator's imports stand in the audit, too. */
async function writeDown(database: Database, after: Prisma.InputJsonObject): Promise<void> {
  const audit = new Audit(new SystemClock());
  await database.$transaction((tx) =>
    audit.record(tx, { admin: null, action: 'import.run', subject: 'directory', after }),
  );
}

/** Fires when the user or the system asks the process to end. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  return controller.signal;
}

/** Beside the input; where that place cannot be written, in the current folder. */
async function createRejectsFile(
  path: string,
  options: Options,
  source: Source,
): Promise<RejectsFile> {
  const beside = `${path}.rejects.csv`;
  const places = options.rejects ? [options.rejects] : [beside, basename(beside)];
  for (const place of places) {
    try {
      return await RejectsFile.create(place, source.header);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }
  throw new CommandError(
    `Cannot write ${places[0]}, where rejected rows go. Name another place with --rejects FILE.`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
