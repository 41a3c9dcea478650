import { parse } from 'csv-parse/sync';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { BusinessesRepository } from '../businesses.repository.js';
import { directoryCsv } from './directory-csv.js';

/** Number of businesses read by one statement. */
const AT_ONCE = 1_000;

describe(directoryCsv.name, () => {
  const served = useMigratedDatabase();

  it('contains a business that is renamed during the export', async () => {
    const { pool } = served.database;
    await pool.query(`
      INSERT INTO businesses (id, slug, name, updated_at)
      SELECT gen_random_uuid(), 'shop-' || n, 'Shop', now() FROM generate_series(0, ${AT_ONCE}) AS n`);
    const chunks = directoryCsv(new BusinessesRepository(served.database));
    const text = [(await chunks.next()).value, (await chunks.next()).value];
    await pool.query(`UPDATE businesses SET name = 'A'`);
    for await (const chunk of chunks) text.push(chunk);
    expect(parse(text.join(''))).toHaveLength(1 + AT_ONCE + 1);
  });
});
