import type { Command } from 'commander';
import { basename } from 'node:path';
import { BackupFile } from '#libs/database/src/backup/backup-file.js';
import { inWords } from '#libs/database/src/backup/contents.js';
import { expectKnownMigrations, restore } from '#libs/database/src/backup/restore.js';
import { operatorOf, recordInAudit } from '../operator.js';
import { print } from '../print.js';
import { withDatabase } from '../with-database.js';

export function define(command: Command): void {
  command
    .argument('<file>', 'file written by `backup`')
    .option('--dry-run', 'check the file and show its content without changing anything')
    .action(restoreFile);
}

async function restoreFile(
  file: string,
  { dryRun }: { dryRun?: true },
  command: Command,
): Promise<void> {
  const backup = await BackupFile.open(file);
  await expectKnownMigrations(backup.manifest);
  const { createdAt, program, tables } = backup.manifest;
  print(
    `${file} is complete. It was made at ${createdAt} by version ${program} (${inWords(tables)}).`,
  );
  if (dryRun) return print('Nothing was changed. This was a dry run.');
  await withDatabase(
    'restore',
    (database) =>
      recordInAudit(database, operatorOf(command), 'database.restore', {
        file: basename(file),
        createdAt,
        program,
      }),
    { prepare: (config) => restore(config, backup), isAlone: true, creates: true },
  );
  print('Restored the database. Start the server.');
}
