import { Command } from 'commander';
import { basename } from 'node:path';
import { SystemClock } from '#libs/config/src/clock.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { ImportCounts } from '#libs/imports/src/report/import-counts.js';
import { RejectsFile } from '#libs/imports/src/report/rejects-file.js';
import { textReport } from '#libs/imports/src/report/text-report.js';
import { runImport } from '#libs/imports/src/run-import.js';
import { ImportRefusedError } from '#libs/imports/src/source/import-refused.error.js';
import { openSource, type Source } from '#libs/imports/src/source/open-source.js';
import { CommandError, InterruptedError } from '../explain.js';
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
  const interrupt = interruption();
  const counts = new ImportCounts();
  try {
    const source = await openSource(path);
    await withDatabase('import', async (database) => {
      const rejects = await createRejectsFile(path, options, source);
      const progress = new ProgressBar(source);
      try {
        const writer = new DirectoryWriter(database, new SystemClock());
        await runImport(source, writer, interrupt, async (row) => {
          counts.add(row);
          progress.update(counts.rows);
          await rejects.add(row);
        });
      } finally {
        progress.stop();
        await rejects.close();
      }
      print(`${basename(path)}: CSV, ${source.encoding}, ${counts.rows} rows`);
      print(textReport(counts));
      if (counts.kinds.rejected > 0) print(`Rejected rows and why: ${rejects.path}`);
    });
  } catch (error) {
    if (error instanceof ImportRefusedError) {
      throw new CommandError(`Cannot import ${path}. ${error.message}`);
    }
    throw error;
  }
  if (interrupt.aborted) throw new InterruptedError();
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
