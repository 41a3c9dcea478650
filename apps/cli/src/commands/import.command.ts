import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { basename } from 'node:path';
import { AuditService, type Operator } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { readMapping } from '#libs/imports/src/columns/mapping.js';
import { BATCH_DEADLINE, BatchTransactions } from '#libs/imports/src/writing/batch-transactions.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { textReport } from '#libs/imports/src/report/text-report.js';
import { runImport } from '#libs/imports/src/run-import.js';
import { ImportRefusedError } from '#libs/imports/src/source/limits.js';
import { openSource, type Source } from '#libs/imports/src/source/open-source.js';
import { CommandError, InterruptedError } from '../explain.js';
import { interruption } from '../interruption.js';
import { operatorOf } from '../operator.js';
import { print } from '../print.js';
import { ProgressBar } from '../progress-bar.js';
import { withServices } from '../with-services.js';
import { ImportOutputs } from './import-outputs.js';

interface Options {
  dryRun?: true;
  mapping?: string;
  rejects?: string;
  report?: string;
}

export function defineImport(command: Command): void {
  command
    .argument('<file>', 'CSV, JSON, NDJSON or GeoJSON, as it is or compressed by gzip')
    .option('--dry-run', 'say what would become of each row, and change nothing')
    .option('--mapping <file>', 'JSON that tells which columns hold which fields')
    .option('--rejects <file>', 'where rejected rows go (default: <file>.rejects.csv)')
    .option('--report <file>', 'write what became of each row, as JSON')
    .action(importFile);
}

async function importFile(
  path: string,
  { mapping, ...options }: Options,
  command: Command,
): Promise<void> {
  const operator = operatorOf(command);
  const interrupt = interruption();
  const dryRun = options.dryRun ?? false;
  try {
    const source = await openSource(path, mapping ? await readMapping(mapping) : {});
    const inputs = mapping ? ([path, mapping] as const) : ([path] as const);
    const outputs = await ImportOutputs.create(inputs, source, { ...options, dryRun });
    let isComplete = false;
    try {
      await withServices('import', (services) =>
        importSource(path, source, outputs, { services, operator, dryRun, interrupt }),
      );
      isComplete = !interrupt.aborted;
    } finally {
      await outputs.close(isComplete);
    }
    tell(path, source, outputs, dryRun);
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
  outputs: ImportOutputs,
  {
    services,
    operator,
    dryRun,
    interrupt,
  }: {
    services: INestApplicationContext;
    operator: Operator;
    dryRun: boolean;
    interrupt: AbortSignal;
  },
): Promise<void> {
  const { pool } = services.get(Database);
  const progress = new ProgressBar(source);
  try {
    const transactions = new BatchTransactions(() => pool.connectFor(BATCH_DEADLINE), {
      signal: interrupt,
    });
    const writer = new DirectoryWriter(transactions, services.get(Clock), dryRun);
    await runImport(source, writer, interrupt, async (row) => {
      await outputs.add(row);
      progress.update(outputs.counts.rows);
    });
  } finally {
    progress.stop();
  }
  if (!dryRun) {
    await writeDown(services, operator, { file: basename(path), ...outputs.counts.kinds });
  }
}

function tell(path: string, { format, encoding }: Source, outputs: ImportOutputs, dryRun: boolean) {
  const { counts } = outputs;
  print(`${basename(path)}: ${format}, ${encoding}, ${counts.rows} rows`);
  print(textReport(counts));
  if (counts.kinds.rejected > 0) print(`Rejected rows and why: ${outputs.rejectsPath}`);
  if (dryRun) print('Nothing was changed: this was a dry run.');
}

/** The operator's imports stand in the audit, too. */
async function writeDown(
  services: INestApplicationContext,
  operator: Operator,
  after: Prisma.InputJsonObject,
): Promise<void> {
  await services
    .get(Database)
    .$transaction((tx) =>
      services
        .get(AuditService)
        .record(tx, { admin: operator, action: 'import.run', subject: 'directory', after }),
    );
}
