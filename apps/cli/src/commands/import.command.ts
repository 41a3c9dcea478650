import { Command } from 'commander';
import { constants } from 'node:os';
import { basename } from 'node:path';
import { SystemClock } from '#libs/config/src/clock.js';
import { DirectoryWriter } from '#libs/imports/src/directory/directory-writer.js';
import { ImportCounts } from '#libs/imports/src/report/import-counts.js';
import { RejectsFile } from '#libs/imports/src/report/rejects-file.js';
import { textReport } from '#libs/imports/src/report/text-report.js';
import { runImport } from '#libs/imports/src/run-import.js';
import { ImportRefusedError } from '#libs/imports/src/source/import-refused.error.js';
import { openSource, type Source } from '#libs/imports/src/source/open-source.js';
import { CommandError } from '../explain.js';
import { ProgressBar } from '../progress-bar.js';
import { withDatabase } from '../with-database.js';

interface Options {
  rejects?: string;
}

export function importCommand(): Command {
  return new Command('import')
    .description('Bring the businesses of a file into the directory.')
    .argument('<file>', 'a CSV file whose first line names its columns')
    .option('--rejects <file>', 'where rejected rows go (default: <file>.rejects.csv)')
    .action(importFile);
}

async function importFile(path: string, options: Options): Promise<void> {
  try {
    const source = await openSource(path);
    const rejects = await createRejectsFile(path, options, source);
    try {
      await report(path, source, rejects);
    } finally {
      await rejects.close();
    }
  } catch (error) {
    if (error instanceof ImportRefusedError) {
      throw new CommandError(`Cannot import ${path}. ${error.message}`);
    }
    throw error;
  }
}

async function report(path: string, source: Source, rejects: RejectsFile): Promise<void> {
  const counts = new ImportCounts();
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const progress = new ProgressBar(source.bytesRead);
  await withDatabase('import', async (database) => {
    progress.start(source.size);
    try {
      const writer = new DirectoryWriter(database, new SystemClock());
      await runImport(
        source,
        writer,
        (row) => {
          counts.add(row);
          progress.update(counts.rows);
          return rejects.add(row);
        },
        interrupt.signal,
      );
    } finally {
      progress.stop();
    }
  });
  print(`${basename(path)}: CSV, ${source.encoding}, ${counts.rows} rows`);
  print(textReport(counts));
  if (counts.kinds.rejected > 0) print(`Rejected rows and why: ${rejects.path}`);
  if (interrupt.signal.aborted) {
    process.stderr.write('Interrupted. Run the same command again to finish.\n');
    process.exitCode = 128 + constants.signals.SIGINT;
  }
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
