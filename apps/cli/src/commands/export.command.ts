import type { Command } from 'commander';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { directoryCsv } from '#libs/businesses/src/formats/directory-csv.js';
import { withDatabase } from '../with-database.js';

export function define(command: Command): void {
  command.action(() =>
    withDatabase('export', (database) => {
      const csv = directoryCsv(new BusinessesRepository(database));
      return pipeline(Readable.from(csv), process.stdout, { end: false });
    }),
  );
}
