import type { Pool, PoolClient } from 'pg';
import { insertBusiness } from '../../../../test/support/directory.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import {
  createMigratedDatabase,
  type MigratedDatabase,
} from '../../../../test/support/migrated-database.ts';
import { cleanRecord } from '../cleaning/clean-record.js';
import type { RawRecord } from '../columns/fields.js';
import { BatchTransactions } from './batch-transactions.js';
import { DirectoryWriter } from './directory-writer.js';

const CAFE = { name: 'Loon Cafe', street: '1 Main St', city: 'Ely', phone: '218-555-0100' };

describe(DirectoryWriter.name, () => {
  let served: MigratedDatabase;
  let pool: Pool;

  beforeAll(async () => {
    served = await createMigratedDatabase();
    ({ pool } = served.database);
  });
  afterAll(() => served.close());
  beforeEach(async () => {
    await pool.query('DELETE FROM businesses; DELETE FROM former_slugs');
  });

  const rowOf = (raw: RawRecord) => {
    const cleaned = cleanRecord(raw);
    if ('rejected' in cleaned) throw new Error(cleaned.rejected);
    return cleaned.business;
  };
  /** Writes the batches of one import. @returns what became of each row */
  const run = async (
    batches: RawRecord[][],
    { connect = () => pool.connect(), isDryRun = false } = {},
  ) => {
    const transactions = new BatchTransactions(connect, { pause: async () => {} });
    const writer = new DirectoryWriter(transactions, new ManualClock(), isDryRun);
    const outcomes: string[] = [];
    for (const batch of batches) {
      const planned = await writer.write(batch.map(rowOf));
      outcomes.push(...planned.map(({ outcome }) => outcome));
    }
    return outcomes;
  };
  const listed = async () =>
    (
      await pool.query<{ slug: string; phone: string | null; categories: string[] }>(
        'SELECT slug, phone, category_slugs AS categories FROM businesses ORDER BY slug',
      )
    ).rows;
  /** A connection on which something happens right before a statement, the first so many times. */
  const connectAnd = (before: string, act: (client: PoolClient) => Promise<void>, times = 1) => {
    return async (): Promise<PoolClient> => {
      const client = await pool.connect();
      const query = async (sql: string, values?: unknown[]) => {
        if (sql.startsWith(before) && times-- > 0) await act(client);
        return client.query(sql, values);
      };
      return { query, release: client.release.bind(client) } as unknown as PoolClient;
    };
  };

  it('chooses another slug when somebody takes the one that was free', async () => {
    const connect = connectAnd('INSERT INTO businesses', async (client) => {
      // In the same transaction, for the embedded database has one at a time; undone with it.
      await insertBusiness(client as unknown as Pool, { slug: 'loon-cafe-ely', name: 'Other' });
    });
    expect(await run([[CAFE]], { connect })).toEqual(['inserted']);
    expect(await listed()).toMatchObject([{ slug: 'loon-cafe-ely' }]);
  });

  it('gives up a batch whose slugs are taken again and again, and leaves nothing of it', async () => {
    const takes = async (client: PoolClient) => {
      await insertBusiness(client as unknown as Pool, { slug: 'loon-cafe-ely', name: 'Other' });
    };
    const connect = connectAnd('INSERT INTO businesses', takes, 3);
    await expect(run([[CAFE]], { connect })).rejects.toMatchObject({ code: '23505' });
    expect(await listed()).toEqual([]);
  });

  it('gives namesakes of one city slugs of their own, and none that leads elsewhere', async () => {
    await insertBusiness(pool, { slug: 'loon-cafe-ely', name: 'Renamed' });
    await pool.query(`UPDATE businesses SET slug = 'moved' WHERE slug = 'loon-cafe-ely'`);
    const others = ['2 Main St', '3 Main St'].map((street, n) => ({
      ...CAFE,
      street,
      phone: `218-555-020${n}`,
    }));
    await run([[CAFE, ...others]]);
    const slugs = (await listed()).map(({ slug }) => slug);
    expect(slugs).toHaveLength(4);
    expect(slugs).not.toContain('loon-cafe-ely');
    expect(slugs).toContain('loon-cafe-ely-1-main-st');
  });

  it('undoes no correction of an admin by a file that was imported before', async () => {
    const correct = (phone: string) => pool.query('UPDATE businesses SET phone = $1', [phone]);
    const newer = { ...CAFE, phone: '218-555-0199' };
    expect(await run([[CAFE]])).toEqual(['inserted']);
    await correct('+12185550111');
    expect(await run([[CAFE]])).toEqual(['unchanged']);
    expect(await run([[newer]])).toEqual(['updated']);
    await correct('+12185550122');
    expect(await run([[newer]])).toEqual(['unchanged']);
    expect(await listed()).toMatchObject([{ phone: '+12185550122' }]);
    expect(await run([[CAFE]])).toEqual(['updated']);
    expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
  });

  it('knows in a later batch what an earlier one of the import had', async () => {
    const second = { ...CAFE, phone: '218-555-0199', website: 'example.com' };
    expect(await run([[CAFE], [second]])).toEqual(['inserted', 'merged']);
    expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
    expect(await run([[second]])).toEqual(['updated']);
  });

  it('in a rehearsal writes nothing, and says what it would', async () => {
    const isDryRun = true;
    expect(await run([[CAFE], [CAFE]], { isDryRun })).toEqual(['inserted', 'merged']);
    expect(await listed()).toEqual([]);
    await run([[CAFE]]);
    const newer = { ...CAFE, phone: '218-555-0199', category: 'Bakery' };
    expect(await run([[newer]], { isDryRun })).toEqual(['updated']);
    expect(await listed()).toMatchObject([{ phone: '+12185550100', categories: [] }]);
  });

  it('leaves a removed business removed', async () => {
    await run([[CAFE]]);
    await pool.query('UPDATE businesses SET removed_at = now()');
    expect(await run([[{ ...CAFE, phone: '218-555-0199' }]])).toEqual(['unchanged']);
    expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
  });

  it('links the categories of new and of changed businesses', async () => {
    await run([[{ ...CAFE, category: 'Cafe' }]]);
    await run([[{ ...CAFE, category: 'Bakery' }]]);
    expect(await listed()).toMatchObject([{ categories: ['bakery', 'cafe'] }]);
    const { rows } = await pool.query(
      `SELECT c.slug FROM business_categories JOIN categories c ON c.id = category_id ORDER BY 1`,
    );
    expect(rows).toEqual([{ slug: 'bakery' }, { slug: 'cafe' }]);
  });
});
