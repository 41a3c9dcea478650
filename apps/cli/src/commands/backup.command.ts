import type { Command } from 'commander';
import { refuseToReplace, writeBackup } from '#libs/database/src/backup/backup-file.js';
import { inWords } from '#libs/database/src/backup/contents.js';
import { Snapshot } from '#libs/database/src/backup/snapshot.js';
import { InterruptedError } from '../explain.js';
import { interruption } from '../interruption.js';
import { print } from '../print.js';
import { asItIs, withDatabase } from '../with-database.js';

const MEGABYTE = 1024 ** 2;

export function defineBackup(command: Command): void {
  command
    .argument('<file>', 'such as directory.backup.gz; an existing file is not overwritten')
    .action(backUp);
}

async function backUp(file: string): Promise<void> {
  await refuseToReplace(file);
  const interrupt = interruption();
  try {
    const { manifest, size } = await withDatabase(
      'backup',
      async (_, environment) => {
        const snapshot = await Snapshot.take(environment);
        try {
          const size = await writeBackup(file, snapshot, interrupt);
          return { manifest: snapshot.manifest, size };
        } finally {
          await snapshot.close();
        }
      },
      { prepare: asItIs },
    );
    print(`${file}: ${(size / MEGABYTE).toFixed(1)} MB (${inWords(manifest.tables)}).`);
  } catch (error) {
    throw interrupt.aborted ? new InterruptedError('no backup was written') : error;
  }
}
