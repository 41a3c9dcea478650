import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { basename } from 'node:path';
import type { Operator } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { readMapping } from '#libs/imports/src/columns/mapping.js';
import { type Complete, SourceInput } from '#libs/imports/src/sources/source-input.dto.js';
import { SourcesService } from '#libs/imports/src/sources/sources.service.js';
import { ImportProgress } from '#libs/imports/src/uploads/import-progress.js';
import { ImportLeasesService } from '#libs/imports/src/uploads/import-leases.service.js';
import { runRecordedImport } from '#libs/imports/src/uploads/run-recorded-import.js';
import { BATCH_DEADLINE, BatchTransactions } from '#libs/imports/src/writing/batch-transactions.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { keyMapping, UNNAMED } from '#libs/imports/src/writing/import-source.js';
import { textReport } from '#libs/imports/src/report/text-report.js';
import { rowsInBatch } from '#libs/imports/src/run-import.js';
import { ImportRefusedError } from '#libs/imports/src/source/limits.js';
import { openSource, type Source } from '#libs/imports/src/source/open-source.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { counted } from '#libs/text/src/counted.js';
import { confirm, expectTerminal } from '../confirm.js';
import { CommandError, InterruptedError } from '../explain.js';
import { interruption, lowerPriority } from '../this-process.js';
import { operatorOf } from '../operator.js';
import { print } from '../print.js';
import { ProgressBar } from '../progress-bar.js';
import { readInput, toNumber } from '../read-input.js';
import { withServices } from '../with-services.js';
import { ImportOutputs } from './import-outputs.js';
import { withSourceOptions } from './sources.command.js';

type Texts = 'mapping' | 'sheet' | 'rejects' | 'report' | keyof SourceInput;
type Options = Partial<Record<Texts, string>> & { dryRun?: boolean; yes?: boolean };

const RENEW_MS = 5_000;
const LONGEST_LINE = 5_000;
const INEXACT =
  'More businesses would change than a dry run can track. For the remaining rows, the outcome of some ' +
  'similar businesses may differ from that of the real import.';

/** Import that runs in this process. */
interface Task {
  path: string;
  file: Source;
  /** Options about the source of the file. */
  from: SourceInput;
  operator: Operator;
  dryRun: boolean;
  /** True if `--yes` confirms what `--complete` does. */
  isConfirmed: boolean;
  interrupt: AbortSignal;
}

/** Result of an import, apart from its rows. */
interface Done {
  /** True if the whole file was processed. */
  isWhole: boolean;
  /** Number of rows of the source that a complete file lacked. */
  missing: number | undefined;
  writer: DirectoryWriter;
}

export function define(command: Command): void {
  command
    .argument(
      '<file>',
      'CSV, Excel (.xlsx), JSON, NDJSON, GeoJSON, GeoPackage or Parquet; text formats may be gzip-compressed',
    )
    .option('--dry-run', 'show the outcome of each row without changing anything')
    .option(
      '--sheet <name>',
      'sheet of a workbook, or layer of a GeoPackage (default: the first visible one)',
    )
    .option('--rejects <file>', 'file for rejected rows (default: <file>.rejects.csv)')
    .option('--report <file>', 'write the outcome of each row as JSON')
    .option('--source <name>', 'name of the source, to recognize later files of it');
  withSourceOptions(command)
    .option(
      '--complete <close|remove>',
      'the file contains the whole source: close or remove businesses that it no longer lists',
    )
    .option(
      '--max-missing <percent>',
      'with --complete: stop if more rows are missing (default: 10)',
    )
    .option('--yes', 'with --complete: close or remove businesses without asking')
    .action(importFile);
}

async function importFile(
  path: string,
  {
    mapping,
    sheet,
    rejects,
    report,
    rank,
    maxMissing,
    dryRun = false,
    yes = false,
    ...texts
  }: Options,
  command: Command,
): Promise<void> {
  lowerPriority();
  const operator = operatorOf(command);
  const interrupt = interruption();
  const numbers = { rank: rank && toNumber(rank), maxMissing: maxMissing && toNumber(maxMissing) };
  const from = await readInput({ ...texts, ...numbers }, SourceInput);
  if (from.complete && !dryRun && !yes) expectTerminal(consequenceOf(from.complete));
  try {
    const source = await sourceOf(from, dryRun);
    const known = mapping ? await readMapping(mapping) : source.mapping;
    const file = await openSource(path, {
      mapping: { ...known, ...keyMapping(source) },
      sheet,
    });
    const outputs = await ImportOutputs.create(path, file, { rejects, report, dryRun });
    const task: Task = { path, file, from, operator, dryRun, isConfirmed: yes, interrupt };
    let done: Done | undefined;
    try {
      done = await withServices('import', (services) => importSource(task, outputs, services), {
        creates: !dryRun,
      });
    } finally {
      await outputs.close(done?.isWhole ?? false);
    }
    printReport(task, outputs, done);
    if (interrupt.aborted) throw new InterruptedError();
    if (!done.isWhole)
      throw new CommandError('The import was cancelled. Rows already written are kept.');
  } catch (error) {
    if (error instanceof ImportRefusedError) {
      throw new CommandError(`Cannot import ${path}. ${error.message}`);
    }
    throw error;
  }
}

/** Returns the source that the options describe, without storing it. */
async function sourceOf(from: SourceInput, dryRun: boolean) {
  if (Object.keys(from).length === 0) return { ...UNNAMED, mapping: null };
  return withServices('import', (services) => services.get(SourcesService).preview(from), {
    creates: !dryRun,
  });
}

async function importSource(
  { path, file, from, operator, dryRun, isConfirmed, interrupt }: Task,
  outputs: ImportOutputs,
  services: INestApplicationContext,
): Promise<Done> {
  const database = services.get(Database);
  const imports = services.get(ImportLeasesService);
  const leased = dryRun
    ? undefined
    : await imports.begin({ ...from, file: basename(path), size: file.size }, operator);
  const source = leased?.source ?? (await services.get(SourcesService).preview(from));
  const cancelled = new AbortController();
  const signal = AbortSignal.any([interrupt, cancelled.signal]);
  const connect = () => database.pool.connectFor(BATCH_DEADLINE);
  const writer = new DirectoryWriter(
    new BatchTransactions(connect, { signal }),
    services.get(Clock),
    { source, importId: leased?.id, isDryRun: dryRun },
  );
  const progress = new ImportProgress(file, writer);
  const bar = new ProgressBar(file);
  const renewing =
    leased &&
    imports.keep(
      leased,
      RENEW_MS,
      () => progress.record,
      () => cancelled.abort(),
    );
  const ask = (missing: number, total: number) => {
    bar.stop();
    return confirm(completeQuestion(from.complete!, missing, total), interrupt);
  };
  let isWhole: boolean;
  try {
    isWhole = await runRecordedImport(file, writer, progress, {
      complete: from.complete,
      maxMissing: from.maxMissing,
      confirm: isConfirmed ? undefined : ask,
      signal,
      rows: rowsInBatch(services.get(Environment)),
      listener: async (row) => {
        await outputs.add(row);
        bar.update(outputs.counts.rows);
      },
    });
    // Rows already written are kept.
    if (leased) await imports.end(leased, isWhole ? 'finished' : 'cancelled');
  } catch (error) {
    if (leased) await imports.end(leased, 'failed', failureOf(error)).catch(() => {});
    if (error instanceof ImportRefusedError && writer.hasWritten) {
      throw new CommandError(
        `The import of ${path} failed after it had written rows. ${error.message} ${undoLine(writer)}`,
      );
    }
    throw error;
  } finally {
    bar.stop();
    await renewing?.stop();
    if (leased) await imports.recordEnded(leased.id, progress.record).catch(() => {});
  }
  return { isWhole, missing: progress.missing, writer };
}

function failureOf(error: unknown): string {
  return error instanceof ImportRefusedError ? error.message : 'The import was aborted.';
}

function printReport(
  { path, file, from: { complete } }: Task,
  outputs: ImportOutputs,
  { isWhole, missing, writer }: Done,
) {
  const { counts } = outputs;
  const newCategories = [...writer.newCategories.names];
  const kind = [file.format, file.encoding].filter(Boolean).join(', ');
  print(`${basename(path)}: ${kind}, ${counted(counts.rows, 'row')}`);
  const [sheet, ...others] = file.sheets();
  if (others.length > 0) {
    print(`Read: ${sheet}. Not read: ${excerpt(others.join(', '), LONGEST_LINE)} (--sheet NAME).`);
  }
  print(textReport(counts));
  if (newCategories.length > 0) print(newCategoriesLine(newCategories));
  if (complete && isWhole) print(missingLine(complete, missing));
  if (outputs.rejectsPath) print(`Rejected rows with reasons: ${outputs.rejectsPath}`);
  if (writer.dryRun) printDryRun(file, writer.dryRun.isExact);
  if (writer.hasWritten) print(undoLine(writer));
}

function undoLine({ importId }: DirectoryWriter): string {
  return `To undo it: npx mnbd imports undo ${importId}`;
}

function newCategoriesLine(names: readonly string[]): string {
  const values = JSON.stringify({ [names[0]!]: '…' });
  return (
    `New top-level categories: ${excerpt(names.join(', '), LONGEST_LINE)}. To use others instead, ` +
    `pass a mapping such as {"category": {"columns": "…", "values": ${values}}}.`
  );
}

/** Prints which columns were used and how exact the report is. */
function printDryRun(file: Source, isExact: boolean): void {
  const columns = file.columns();
  const read = Array.from(columns.used, ([field, names]) => `${field}: ${names.join(', ')}`);
  print(`Columns used: ${excerpt(read.join('; '), LONGEST_LINE)}`);
  print(`Columns ignored: ${excerpt(columns.ignored.join(', '), LONGEST_LINE) || 'none'}`);
  if (!isExact) print(INEXACT);
  print('Nothing was changed. This was a dry run.');
}

/** Returns a sentence that states what a complete file does. */
function consequenceOf(complete: Complete): string {
  return `--complete ${complete} ${complete}s every business of the source that the file lacks.`;
}

/** Returns the question whether to close or remove the missing businesses. */
function completeQuestion(complete: Complete, missing: number, total: number): string {
  return (
    `${missing} of the ${total} rows of this source are missing from the file. ` +
    `${complete === 'close' ? 'Close' : 'Remove'} their businesses, unless an admin or another source keeps them?`
  );
}

/**
 * Describes the result of a complete file.
 *
 * @param missing number of missing rows, or undefined if the user did not confirm
 */
function missingLine(complete: Complete, missing: number | undefined): string {
  return missing === undefined
    ? `missing    nothing was ${complete}d, because you did not confirm`
    : `missing    ${missing}: ${complete}d, unless an admin or another source keeps them`;
}
