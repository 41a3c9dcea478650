import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
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
import { type ImportSource, UNNAMED } from './import-source.js';

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
    { connect = () => pool.connect(), isDryRun = false, source = UNNAMED } = {},
  ) => {
    const transactions = new BatchTransactions(connect, { pause: async () => {} });
    const writer = new DirectoryWriter(transactions, new ManualClock(), {
      source,
      importId: uuidv7(),
      isDryRun,
    });
    const outcomes: string[] = [];
    for (const batch of batches) {
      const planned = await writer.write(
        batch.map((raw) => ({ row: rowOf(raw), key: raw.sourceId })),
      );
      outcomes.push(...planned.map(({ outcome }) => outcome));
    }
    return outcomes;
  };
  const listed = async () =>
    (
      await pool.query<{ slug: string; name: string; categories: string[] }>(
        `SELECT slug, name, phone, email, website, category_slugs AS categories
         FROM businesses WHERE removed_at IS NULL ORDER BY slug`,
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

  it('undoes no correction of an admin, neither by an older file nor by a newer one', async () => {
    const correct = (phone: string) => pool.query('UPDATE businesses SET phone = $1', [phone]);
    const newer = { ...CAFE, phone: '218-555-0199', website: 'example.com' };
    expect(await run([[CAFE]])).toEqual(['inserted']);
    await correct('+12185550111');
    expect(await run([[CAFE]])).toEqual(['unchanged']);
    expect(await run([[newer]])).toEqual(['updated']);
    expect(await listed()).toMatchObject([
      { phone: '+12185550111', website: 'https://example.com' },
    ]);
    expect(await run([[CAFE]])).toEqual(['unchanged']);
    expect(await run([[{ ...newer, email: 'a@example.com' }]])).toEqual(['updated']);
    expect(await listed()).toMatchObject([{ phone: '+12185550111' }]);
  });

  it('takes what a newer file says, and not what an older one said before', async () => {
    const newer = { ...CAFE, phone: '218-555-0199' };
    await run([[CAFE]]);
    expect(await run([[newer]])).toEqual(['updated']);
    expect([await run([[CAFE]]), await run([[newer]])]).toEqual([['unchanged'], ['unchanged']]);
    expect(await listed()).toMatchObject([{ phone: '+12185550199' }]);
  });

  it('keeps by what a former program, which may run beside it, knows the newest row again', async () => {
    const digest = async () => {
      const { rows } = await pool.query<{ digest: string }>(
        'SELECT import_digest AS digest FROM businesses',
      );
      return rows[0]!.digest;
    };
    await run([[CAFE]]);
    const first = await digest();
    await run([[{ ...CAFE, phone: '218-555-0199' }]]);
    const second = await digest();
    expect(second).not.toBe(first);
    await run([[CAFE]]);
    expect(await digest()).toBe(second);
  });

  it('knows a row again whose ZIP code an admin has corrected', async () => {
    const shop = { ...CAFE, postalCode: '55731' };
    await run([[shop]]);
    await pool.query(`UPDATE businesses SET postal_code = '55732'`);
    expect(await run([[{ ...shop, website: 'example.com' }]])).toEqual(['updated']);
    expect(await listed()).toMatchObject([{ website: 'https://example.com' }]);
  });

  it('plans anew what an admin changes while it is imported', async () => {
    await run([[CAFE]]);
    const connect = connectAnd('UPDATE businesses', async (client) => {
      // Committed in between, for the embedded database has one transaction at a time.
      await client.query('ROLLBACK');
      await client.query(`UPDATE businesses SET email = 'a@example.com'`);
      await client.query('BEGIN');
    });
    await expect(run([[{ ...CAFE, website: 'example.com' }]], { connect })).resolves.toEqual([
      'updated',
    ]);
    expect(await listed()).toMatchObject([
      { website: 'https://example.com', email: 'a@example.com' },
    ]);
  });

  it('knows in a later batch what an earlier one of the import had', async () => {
    const second = { ...CAFE, phone: '218-555-0199', website: 'example.com' };
    expect(await run([[CAFE], [second]])).toEqual(['inserted', 'merged']);
    expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
    expect(await run([[second]])).toEqual(['unchanged']);
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

  it('in a rehearsal says just what the import does, also of what is alike in other batches', async () => {
    await run([[{ ...CAFE, website: 'example.com' }]]);
    const care = { name: 'KinderCare', street: '12 Lake St', city: 'Ely' };
    const batches: RawRecord[][] = [
      [care, { ...CAFE, phone: '218-555-0133' }],
      [
        { ...care, name: 'Kinder Care' },
        { ...care, name: 'KinderCare Learning Center' },
      ],
      [{ name: 'LOON CAFE', city: 'Ely', phone: '218-555-0133' }, CAFE],
      [care, { ...care, phone: '218-555-0144' }, { ...CAFE, street: '7 Oak St', phone: '' }],
    ];
    const outcomesOf = async (isDryRun: boolean) => {
      const writer = new DirectoryWriter(
        new BatchTransactions(() => pool.connect()),
        new ManualClock(),
        { isDryRun },
      );
      const outcomes: unknown[] = [];
      for (const batch of batches) {
        const planned = await writer.write(batch.map((raw) => ({ row: rowOf(raw) })));
        outcomes.push(
          ...planned.map(({ outcome, business, similar }) => [
            outcome,
            business.slug,
            similar?.slug,
          ]),
        );
      }
      return outcomes;
    };
    const said = await outcomesOf(true);
    expect(await outcomesOf(false)).toEqual(said);
    expect(said.flat()).toEqual(
      expect.arrayContaining(['inserted', 'updated', 'merged', 'kinder-care-ely']),
    );
  });

  it('leaves a removed business removed', async () => {
    await run([[CAFE]]);
    await pool.query('UPDATE businesses SET removed_at = now()');
    expect(await run([[{ ...CAFE, phone: '218-555-0199' }]])).toEqual(['unchanged']);
    expect(await listed()).toEqual([]);
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

  describe('of named sources', () => {
    const sources: Record<string, ImportSource> = {};

    beforeAll(async () => {
      const ranks = { low: 5, equal: 5, high: 20, registry: 10 };
      for (const [name, rank] of Object.entries(ranks)) {
        const idColumn = name === 'registry' ? 'id' : null;
        const { id } = await served.database.source.create({ data: { name, rank, idColumn } });
        sources[name] = { id, name, rank, idColumn };
      }
    });

    const importFrom = (name: string, ...rows: RawRecord[]) =>
      run([rows], { source: sources[name] });

    it.each([[['low', 'high']], [['high', 'low']]])(
      'the higher rank wins, value by value: %s',
      async ([first, second]) => {
        const files: Record<string, RawRecord> = {
          low: { ...CAFE, email: 'low@example.com' },
          high: { ...CAFE, phone: '218-555-0199' },
        };
        expect(await importFrom(first!, files[first!]!)).toEqual(['inserted']);
        expect(await importFrom(second!, files[second!]!)).toEqual(['updated']);
        expect(await listed()).toMatchObject([{ phone: '+12185550199', email: 'low@example.com' }]);
        for (const name of ['high', 'low', 'high']) {
          expect(await importFrom(name, files[name]!)).toEqual(['unchanged']);
        }
      },
    );

    it('among equals the first by name wins, and corrects itself', async () => {
      await importFrom('equal', CAFE);
      expect(await importFrom('low', { ...CAFE, phone: '218-555-0199' })).toEqual(['unchanged']);
      expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
      expect(await importFrom('equal', { ...CAFE, phone: '218-555-0122' })).toEqual(['updated']);
      expect(await importFrom('equal', CAFE)).toEqual(['updated']);
      expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
    });

    it('counts above files without a source, which go on filling what is missing', async () => {
      await run([[{ ...CAFE, email: 'a@example.com' }]]);
      await importFrom('low', { ...CAFE, phone: '218-555-0199' });
      expect(await run([[{ ...CAFE, website: 'example.com' }]])).toEqual(['updated']);
      expect(await listed()).toMatchObject([
        { phone: '+12185550199', email: 'a@example.com', website: 'https://example.com' },
      ]);
    });

    it('a source renames what it brought, by the column that identifies it', async () => {
      const first = { ...CAFE, sourceId: '7', category: 'Cafe' };
      await importFrom('registry', first);
      const second = { ...first, name: 'Heron Bistro', street: '9 Oak St', category: 'Bistro' };
      expect(await importFrom('registry', second)).toEqual(['updated']);
      expect(await listed()).toMatchObject([
        { name: 'Heron Bistro', slug: 'heron-bistro-ely', categories: ['bistro'] },
      ]);
      expect(await run([[{ name: 'Heron Bistro', street: '9 Oak St', city: 'Ely' }]])).toEqual([
        'unchanged',
      ]);
      expect(await importFrom('registry', first)).toEqual(['updated']);
      expect(await listed()).toMatchObject([{ name: 'Loon Cafe', slug: 'loon-cafe-ely' }]);
    });

    it('admins count above all sources', async () => {
      await importFrom('low', CAFE);
      await pool.query(`UPDATE businesses SET phone = NULL, name = 'Loon Lake Cafe'`);
      expect(await importFrom('high', { ...CAFE, phone: '218-555-0199' })).toEqual(['unchanged']);
      expect(await listed()).toMatchObject([{ name: 'Loon Lake Cafe', phone: null }]);
    });

    it('files and their rows come to the same directory in any order', async () => {
      const care = { name: 'KinderCare', street: '12 Lake St', city: 'Ely', state: 'MN' };
      const sparse = { name: 'LOON CAFE', city: 'Ely', phone: '218-555-0100' };
      const rows: [string | undefined, RawRecord][] = [
        [undefined, CAFE],
        [undefined, { ...CAFE, name: 'The Loon Cafe', website: 'b.example' }],
        [undefined, { ...CAFE, website: 'a.example' }],
        [undefined, { ...sparse, email: 'a@b.example' }],
        [undefined, care],
        [undefined, { ...care, name: 'Kinder Care', category: 'Day care' }],
        ['equal', { ...CAFE, website: 'equal.example.com' }],
        ['low', { ...CAFE, website: 'low.example.com', category: 'Cafe' }],
        ['low', { ...care, name: 'Kinder Care', phone: '218-555-0177' }],
        ['high', { ...sparse, email: 'h@b.example' }],
      ];
      const fill = async (order: typeof rows) => {
        await pool.query('DELETE FROM businesses; DELETE FROM former_slugs');
        const names = [...new Set(order.map(([name]) => name))];
        for (const name of names) {
          const source = name === undefined ? UNNAMED : sources[name];
          const file = order.flatMap(([other, row]) => (other === name ? [row] : []));
          await run([file.slice(0, 2), file.slice(2)], { source });
        }
        const { rows: found } = await pool.query<object>(
          `SELECT name, street, city, phone, email, website, category_slugs
           FROM businesses ORDER BY name`,
        );
        return found;
      };
      const once = await fill(rows);
      expect(once).toMatchObject([
        { name: 'Kinder Care', phone: '+12185550177' },
        { name: 'Loon Cafe', email: 'h@b.example', website: 'https://equal.example.com' },
      ]);
      for (let turn = 0; turn < rows.length; turn++) {
        const turned = [...rows.slice(turn), ...rows.slice(0, turn)];
        expect([turn, await fill(turned)]).toEqual([turn, once]);
        expect([turn, await fill(turned.reverse())]).toEqual([turn, once]);
      }
    });

    it('two rounds of files that disagree end in no update, in either order', async () => {
      const files: [string | undefined, RawRecord[]][] = [
        [undefined, [CAFE, { ...CAFE, phone: '218-555-0133' }]],
        [undefined, [{ ...CAFE, phone: '218-555-0144' }]],
        ['low', [{ ...CAFE, phone: '218-555-0155', website: 'low.example.com' }]],
        ['equal', [{ ...CAFE, phone: '218-555-0166', website: 'equal.example.com' }]],
        ['registry', [{ ...CAFE, sourceId: '1', phone: '218-555-0177' }]],
        [
          'high',
          [{ name: 'LOON CAFE', city: 'Ely', phone: '218-555-0100', email: 'h@example.com' }],
        ],
      ];
      const round = async (order: typeof files) => {
        const outcomes: string[] = [];
        for (const [name, rows] of order) {
          const source = name === undefined ? UNNAMED : sources[name];
          outcomes.push(...(await run([rows], { source })));
        }
        return outcomes;
      };
      await round(files);
      const once = await listed();
      for (const order of [files, [...files].reverse()]) {
        expect(await round(order)).not.toContain('updated');
        expect(await listed()).toEqual(once);
      }
    });
  });
});
