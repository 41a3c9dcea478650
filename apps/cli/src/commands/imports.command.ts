import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { pipeline } from 'node:stream/promises';
import { ImportDto, ImportSummaryDto } from '#libs/imports/src/uploads/import.dto.js';
import { ImportLeasesService } from '#libs/imports/src/uploads/import-leases.service.js';
import { ImportRowsService } from '#libs/imports/src/uploads/import-rows.service.js';
import { ImportUndoService } from '#libs/imports/src/uploads/import-undo.service.js';
import { ImportsService } from '#libs/imports/src/uploads/imports.service.js';
import { counted } from '#libs/text/src/counted.js';
import { confirm, expectTerminal } from '../confirm.js';
import { CommandError } from '../explain.js';
import { forEach } from '../for-each.js';
import { operatorOf } from '../operator.js';
import {
  type Columns,
  FIRST_PAGE,
  JSON_OPTION,
  type ListOptions,
  print,
  printItem,
  printJson,
  printPage,
  printRest,
  printTable,
} from '../print.js';
import { expectIds } from '../read-input.js';
import { withServices } from '../with-services.js';

const SUMMARY: Columns<ImportSummaryDto> = {
  Id: ({ id }) => id,
  Status: ({ status, dryRun }) => (dryRun ? `${status} (dry run)` : status),
  Created: ({ createdAt }) => createdAt,
  File: ({ file }) => file,
  Source: ({ source }) => source,
  Format: ({ format }) => format,
  Done: ({ bytesRead, size }) => `${size ? Math.floor((100 * bytesRead) / size) : 100} %`,
  Inserted: ({ counts }) => counts.inserted,
  Updated: ({ counts }) => counts.updated,
  Unchanged: ({ counts }) => counts.unchanged,
  Merged: ({ counts }) => counts.merged,
  Rejected: ({ counts }) => counts.rejected,
  Missing: ({ missing }) => missing,
  Undone: ({ undoneAt }) => undoneAt,
  Error: ({ error }) => error,
};

export function define(command: Command): void {
  command
    .command('list', { isDefault: true })
    .description('List imports, newest first.')
    .option(...JSON_OPTION)
    .action(list);
  command
    .command('show <id>')
    .description('Show an import with the rows that need attention.')
    .option(...JSON_OPTION)
    .action(show);
  command
    .command('rows <id>')
    .description('Print the outcome of every row of an import as CSV.')
    .action(rows);
  command
    .command('cancel <id...>')
    .description('Cancel unfinished imports. Rows already written are kept.')
    .action(cancel);
  command
    .command('undo <id>')
    .description('Undo an import, except for values that were changed later.')
    .option('--yes', 'undo without asking')
    .option(...JSON_OPTION)
    .action(undo);
}

/**
 * Also marks imports of dead processes as failed, because without a running server nothing else
 * does.
 */
function withImports<T>(work: (services: INestApplicationContext) => Promise<T>): Promise<T> {
  return withServices('imports', async (services) => {
    await services.get(ImportLeasesService).failExpired();
    return work(services);
  });
}

async function list(options: ListOptions): Promise<void> {
  const { items, total } = await withImports((services) =>
    services.get(ImportsService).list(FIRST_PAGE),
  );
  printPage({ items: items.map(ImportSummaryDto.of), total }, options, SUMMARY);
}

async function show(id: string, options: ListOptions): Promise<void> {
  expectIds([id]);
  const found = await withImports((services) => services.get(ImportsService).find(id));
  const shown = ImportDto.of(found);
  printItem(shown, options, SUMMARY);
  if (options.json || shown.problems.length === 0) return;
  print('');
  printTable(shown.problems, {
    Line: ({ line }) => line,
    Kind: ({ kind }) => kind,
    Reason: ({ reason, notes }) => reason ?? notes?.join(', '),
    Business: ({ slug, similarTo }) => slug ?? similarTo,
  });
}

async function rows(id: string): Promise<void> {
  expectIds([id]);
  await withServices('imports', async (services) => {
    const pieces = await services.get(ImportRowsService).open(id);
    await pipeline(pieces, process.stdout, { end: false });
  });
}

async function cancel(names: string[], _options: object, command: Command): Promise<void> {
  const ids = expectIds(names);
  await withServices('imports', (services) =>
    forEach(ids, String, async (id) => {
      await services.get(ImportsService).cancel(id, operatorOf(command));
      return 'cancelled. A running import stops within seconds.';
    }),
  );
}

async function undo(
  id: string,
  { yes, ...options }: ListOptions & { yes?: true },
  command: Command,
): Promise<void> {
  expectIds([id]);
  if (!yes) {
    expectTerminal('`imports undo` restores what the import changed and removes what it added.');
  }
  const undone = await withImports(async (services) => {
    const imports = services.get(ImportUndoService);
    const found = ImportDto.of(await imports.findUndoable(id));
    if (!yes && !(await confirm(undoQuestion(found)))) {
      throw new CommandError('Nothing was undone, because you did not confirm.');
    }
    return imports.undo(found.id, operatorOf(command));
  });
  if (options.json) return printJson(undone);
  const { restored, removed, kept, changedLater } = undone;
  print(
    `Restored ${counted(restored, 'business', 'businesses')} and removed ${removed} that the import had added.`,
  );
  if (changedLater > 0) {
    print(
      `A later import of the same source changed ${counted(changedLater, 'row')}. Undo that one, then this one again.`,
    );
  }
  if (kept === 0) return;
  print(`Kept values of ${counted(kept, 'business', 'businesses')} changed after the import:`);
  printTable(undone.named, {
    Business: ({ slug }) => slug,
    Kept: ({ fields }) => fields.join(', ') || 'everything',
  });
  printRest(undone.named.length, kept);
}

function undoQuestion({ file, counts: { inserted, updated, merged } }: ImportDto): string {
  return (
    `Undoing the import${file ? ` of ${file}` : ''} removes the businesses it added (${inserted}) and ` +
    `restores those it changed (${updated + merged}), except for values that were changed later. Continue?`
  );
}
