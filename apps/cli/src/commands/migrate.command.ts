import type { Command } from 'commander';
import { migrationNames } from '#libs/database/src/migrations/migration-files.js';
import { MigrationLog } from '#libs/database/src/migrations/migration-log.js';
import { JSON_OPTION, type ListOptions, printList } from '../print.js';
import { asItIs, withDatabase } from '../with-database.js';

export function define(command: Command): void {
  command
    .command('status')
    .description('List the migrations and whether they are applied.')
    .option(...JSON_OPTION)
    .action(status);
}

async function status(options: ListOptions): Promise<void> {
  const names = await migrationNames();
  const applied = await withDatabase('migrate', ({ pool }) => new MigrationLog(pool).read(), {
    prepare: asItIs,
  });
  const migrations = [...new Set([...names, ...applied.keys()])].sort().map((name) => ({
    name,
    state: stateOf(name),
    finishedAt: applied.get(name) ?? null,
  }));
  printList(migrations, options, {
    Migration: ({ name }) => name,
    State: ({ state }) => state,
    Finished: ({ finishedAt }) => finishedAt,
  });

  function stateOf(name: string): string {
    if (!names.includes(name)) return 'from a newer version';
    return applied.has(name) ? 'applied' : 'pending';
  }
}
