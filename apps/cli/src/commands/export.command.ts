import type { Command } from 'commander';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { directoryCsv } from '#libs/businesses/src/formats/directory-csv.js';
import { withDatabase } from '../with-database.js';

export function defineExport(command: Command): void {
  command.action(() =>
    withDatabase('export', ({ reads }) =>
      pipeline(Readable.from(directoryCsv(reads)), process.stdout, { end: false }),
    ),
  );
}
