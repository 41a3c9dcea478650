import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { localDate } from '#libs/geography/src/local-date.js';
import { cleanRow } from '../../../../test/support/clean-row.ts';
import { insertBusiness, insertCategory } from '../../../../test/support/directory.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useEmptyDirectory } from '../../../../test/support/use-empty-directory.ts';
import type { RawRecord } from '../columns/fields.js';
import type { Planned } from './batch-plan.js';
import { BatchTransactions } from './batch-transactions.js';
import { toCandidate } from './candidate.js';
import { DirectoryWriter } from './directory-writer.js';
import { type ImportSource, UNNAMED } from './import-source.js';
import { blankValues } from './values.js';

const CAFE = { name: 'Loon Cafe', street: '1 Main St', city: 'Ely', phone: '218-555-0100' };

describe(DirectoryWriter.name, () => {
  const directory = useEmptyDirectory();

  /** Writes the batches of one import. */
  const write = async (
    batches: RawRecord[][],
    {
      connect = () => directory.pool.connect(),
      isDryRun = false,
      source = UNNAMED,
      clock = new ManualClock(),
    } = {},
  ) => {
    const transactions = new BatchTransactions(connect, { pause: async () => {} });
    const writer = new DirectoryWriter(transactions, clock, {
      source,
      importId: uuidv7(),
      isDryRun,
    });
    const planned: Planned[] = [];
    for (const batch of batches) {
      const written = await writer.write(
        batch.map((raw, index) =>
          toCandidate({
            row: cleanRow(raw, localDate(clock.now())),
            key: raw.sourceId,
            line: index + 2,
            blank: source === UNNAMED ? [] : blankValues(raw),
          }),
        ),
      );
      planned.push(...written);
    }
    return planned;
  };
  /** Returns the outcome of each row. */
  const run = async (...args: Parameters<typeof write>) =>
    (await write(...args)).map(({ outcome }) => outcome);
  const listed = async () =>
    (
      await directory.query<{ slug: string; name: string; categories: string[] }>(
        `SELECT slug, name, phone, email, website, category_slugs AS categories
         FROM businesses WHERE removed_at IS NULL ORDER BY slug`,
      )
    ).rows;
  /** Returns connections that call `act` right before the first matching statements. */
  const connectAnd = (before: string, act: (client: PoolClient) => Promise<void>, times = 1) => {
    return async (): Promise<PoolClient> => {
      const client = await directory.pool.connect();
      const query = async (sql: string, values?: unknown[]) => {
        if (sql.startsWith(before) && times-- > 0) await act(client);
        return client.query(sql, values);
      };
      return { query, release: client.release.bind(client) } as unknown as PoolClient;
    };
  };

  it('chooses another slug when a concurrent change takes it', async () => {
    const connect = connectAnd('INSERT INTO businesses', async (client) => {
      // In the same transaction, because the embedded database has only one at a time. It is
      // rolled back with it.
      await insertBusiness(client as unknown as Pool, { slug: 'loon-cafe-ely', name: 'Other' });
    });
    expect(await run([[CAFE]], { connect })).toEqual(['inserted']);
    expect(await listed()).toMatchObject([{ slug: 'loon-cafe-ely' }]);
  });

  it('gives no business a slug that another had', async () => {
    await insertBusiness(directory.pool, { slug: 'loon-cafe-ely', name: 'Renamed' });
    await directory.query(`UPDATE businesses SET slug = 'moved' WHERE slug = 'loon-cafe-ely'`);
    await run([[CAFE]]);
    expect((await listed()).map(({ slug }) => slug)).toEqual(['loon-cafe-ely-1-main-st', 'moved']);
  });

  it('gives four businesses with one name, street and city in four ZIP codes unique slugs', async () => {
    const shops = ['55802', '55803', '55804', '55805'].map((postalCode) => ({
      name: 'Super Foods',
      street: '1 Main St',
      city: 'Duluth',
      postalCode,
    }));
    const slugs = async () => {
      await directory.clear();
      expect(new Set(await run([shops]))).toEqual(new Set(['inserted']));
      return (await listed()).map(({ slug }) => slug);
    };
    const once = await slugs();
    expect(once).toEqual([
      'super-foods-duluth',
      'super-foods-duluth-1-main-st',
      expect.stringMatching(/^super-foods-duluth-[0-9a-f]{10}$/),
      expect.stringMatching(/^super-foods-duluth-[0-9a-f]{10}$/),
    ]);
    // The slugs are the same in any directory.
    expect(await slugs()).toEqual(once);
  });

  it('keeps an admin’s correction when an older or newer file is imported', async () => {
    const correct = (phone: string) => directory.query('UPDATE businesses SET phone = $1', [phone]);
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

  it('recognizes values of recent files without a source as old', async () => {
    const files = Array.from({ length: 24 }, (_, n) => ({ ...CAFE, phone: `218-555-01${n + 10}` }));
    for (const file of files) await run([[file]]);
    for (const file of files.slice(-15)) expect(await run([[file]])).toEqual(['unchanged']);
    expect(await listed()).toMatchObject([{ phone: '+12185550133' }]);
  });

  it.each([
    ['the center of a city, which an exact place replaces', 'city', 47.91],
    ['an exact place, which stays', 'exact', 47.903],
  ])('handles %s, set by an admin', async (_, precision, latitude) => {
    const place = { latitude: 47.903, longitude: -91.867, precision };
    const identity = { match_key: 'loon cafe|ely|1 main st', street: '1 Main St', city: 'Ely' };
    await insertBusiness(directory.pool, { name: 'Loon Cafe', ...identity, ...place });
    const [outcome] = await run([[{ ...CAFE, latitude: '47.91', longitude: '-91.867' }]]);
    expect(outcome).toBe('updated');
    const { rows } = await directory.query('SELECT latitude, precision FROM businesses');
    expect(rows).toEqual([{ latitude, precision: 'exact' }]);
  });

  it('recognizes a row whose ZIP code an admin corrected', async () => {
    const shop = { ...CAFE, postalCode: '55731' };
    await run([[shop]]);
    await directory.query(`UPDATE businesses SET postal_code = '55732'`);
    expect(await run([[{ ...shop, website: 'example.com' }]])).toEqual(['updated']);
    expect(await listed()).toMatchObject([{ website: 'https://example.com' }]);
  });

  it('plans a batch again when an admin changes a business during the import', async () => {
    await run([[CAFE]]);
    const connect = connectAnd('UPDATE businesses', async (client) => {
      // Committed in between, because the embedded database has only one transaction at a time.
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

  it.each([
    ['a longer name', { name: 'KinderCare Learning Center' }, 'KinderCare'],
    ['a longer name elsewhere', { name: 'KinderCare Learning', street: '14 Lake St' }, undefined],
    ['another name', { name: 'Kindred Spirits' }, undefined],
  ])('inserts %s as its own business', async (_, change, similar) => {
    const care = { name: 'KinderCare', street: '12 Lake St', city: 'Ely', state: 'MN' };
    const [, planned] = await write([[care, { ...care, ...change }]]);
    expect([planned!.outcome, planned!.similar?.name]).toEqual(['inserted', similar]);
  });

  it.each([false, true])(
    'finds the business at the same house number among many similar names (dry run: %s)',
    async (isDryRun) => {
      const shops = Array.from({ length: 60 }, (_, n) => ({
        name: `Loon Shop ${n}`,
        street: `${n + 1} Main St`,
        city: 'Ely',
        postalCode: '55731',
      }));
      const again = { ...shops[57]!, name: 'LoonShop 57' };
      expect((await run([shops, [again]], { isDryRun })).at(-1)).toBe('merged');
    },
  );

  it('reports the same outcomes in a dry run as in an import, across batches', async () => {
    await run([[{ ...CAFE, website: 'example.com' }]]);
    const care = { name: 'KinderCare', street: '12 Lake St', city: 'Ely' };
    const pub = { name: 'Pub', city: 'Ada', osm: 'node/1' };
    const batches: RawRecord[][] = [
      [care, { ...CAFE, phone: '218-555-0133' }, pub],
      [
        { ...care, name: 'Kinder Care' },
        { ...care, name: 'KinderCare Learning Center' },
        { ...pub, name: 'Tavern', city: 'Ely' },
      ],
      [{ name: 'LOON CAFE', city: 'Ely', phone: '218-555-0133' }, CAFE],
      [care, { ...care, phone: '218-555-0144' }, { ...CAFE, street: '7 Oak St', phone: '' }],
    ];
    const outcomesOf = async (isDryRun: boolean) =>
      (await write(batches, { isDryRun })).map(({ outcome, business, similar }) => [
        outcome,
        business.slug,
        similar?.slug,
      ]);
    const said = await outcomesOf(true);
    expect(await outcomesOf(false)).toEqual(said);
    expect(said.flat()).toEqual(
      expect.arrayContaining(['inserted', 'updated', 'merged', 'kinder-care-ely']),
    );
  });

  it('recognizes a branch in a dry run among any number of namesakes', async () => {
    const cities = ['Ada', 'Aitkin', 'Anoka', 'Bemidji', 'Benson', 'Biwabik', 'Blaine', 'Brainerd'];
    cities.push('Cloquet', 'Crookston', 'Duluth', 'Fairmont', 'Faribault', 'Hibbing', 'Hutchinson');
    cities.push('Isanti', 'Luverne', 'Mankato', 'Moorhead', 'Morris', 'Nisswa', 'Pipestone');
    const branch = { name: 'Loon Market', state: 'MN' };
    const ely = { ...branch, city: 'Ely', phone: '218-555-0100' };
    const branches: RawRecord[] = cities.map((city) => ({ ...branch, city, street: '1 Main St' }));
    const batches = [[...branches, { ...ely, street: '9 Oak St', postalCode: '55731' }], [ely]];
    const said = await run(batches, { isDryRun: true });
    expect(said.slice(-2)).toEqual(['inserted', 'merged']);
    expect(await run(batches)).toEqual(said);
  });

  it('keeps an admin’s removals and additions of categories', async () => {
    await run([[{ ...CAFE, category: 'Cafe; Bakery' }]]);
    await directory.query(`DELETE FROM business_categories USING categories
                      WHERE id = category_id AND slug = 'bakery'`);
    await insertCategory(directory.pool, 'tea', 'Tea');
    await directory.query(`INSERT INTO business_categories
                      SELECT b.id, c.id FROM businesses b, categories c WHERE c.slug = 'tea'`);
    expect(await run([[{ ...CAFE, category: 'Cafe; Bakery; Bar' }]])).toEqual(['updated']);
    expect(await listed()).toMatchObject([{ categories: ['bar', 'cafe', 'tea'] }]);
  });

  it.each([
    ['identifier', { name: 'Heron Bistro', city: 'Ely', osm: 'node/7' }],
    ['similar name', { name: 'LoonCafe', street: '1 Main Street', city: 'Ely' }],
  ])('merges a row into the present one of two businesses with its %s', async (_, row) => {
    const { street, city } = CAFE;
    const identifiers = [{ scheme: 'osm', value: 'node/7' }];
    for (const columns of [
      { name: 'Loon Cafe (Ely)', match_key: 'loon cafe ely|ely|1 main st', removed_at: new Date() },
      { name: 'Loon Cafe', match_key: 'loon cafe|ely|1 main st' },
    ]) {
      await insertBusiness(directory.pool, { ...columns, street, city, identifiers });
    }
    expect(await run([[{ ...row, phone: CAFE.phone }]])).toEqual(['merged']);
    expect(await listed()).toMatchObject([{ name: 'Loon Cafe', phone: '+12185550100' }]);
  });

  it('keeps a removed business removed', async () => {
    await run([[CAFE]]);
    await directory.query('UPDATE businesses SET removed_at = now()');
    expect(await run([[{ ...CAFE, phone: '', website: 'example.com' }]])).toEqual(['unchanged']);
    expect(await listed()).toEqual([]);
  });

  it('adds the values of a row to the business that its own was merged into', async () => {
    const grill = { name: 'Loon Grill', street: '2 Oak St', city: 'Ely', website: 'example.com' };
    await run([[{ ...CAFE, category: 'Cafe' }, grill]]);
    const idOf = (name: string) => `(SELECT id FROM businesses WHERE name = '${name}')`;
    await directory.query(
      `UPDATE businesses SET removed_at = now() WHERE name = 'Loon Grill';
       INSERT INTO merged_businesses (id, into_id)
       VALUES (${idOf('Loon Grill')}, ${idOf('Loon Cafe')})`,
    );
    const source = await directory.addSource('guide', 50);
    const row = { ...grill, phone: '218-555-0144', email: 'a@example.com' };
    for (const each of [row, { ...row, name: 'LoonGrill' }]) {
      expect(await run([[each]], { source })).toEqual(['merged']);
    }
    expect(await listed()).toMatchObject([
      { name: 'Loon Cafe', phone: '+12185550100', email: 'a@example.com' },
    ]);
  });

  it('places a subcategory below its category in any order', async () => {
    await run([[{ ...CAFE, category: 'Winery: fruit; Winery' }]]);
    const { rows } = await directory.query(
      `SELECT c.slug, p.slug AS parent FROM categories c LEFT JOIN categories p ON p.id = c.parent_id
       WHERE c.slug LIKE 'winery%' ORDER BY 1`,
    );
    expect(rows).toEqual([
      { slug: 'winery', parent: null },
      { slug: 'winery-fruit', parent: 'winery' },
    ]);
  });

  it('accepts ten thousand categories, and refuses one more', async () => {
    await directory.query('DELETE FROM categories');
    await directory.query(`INSERT INTO categories (id, slug, name)
                      SELECT gen_random_uuid(), 'c' || n, n FROM generate_series(1, 9999) AS n`);
    expect(await run([[{ ...CAFE, category: 'c1; The Last' }]])).toEqual(['inserted']);
    for (const isDryRun of [true, false]) {
      await expect(
        run([[{ ...CAFE, category: 'One More', phone: '' }]], { isDryRun }),
      ).rejects.toThrow('more than 10000 categories. Check that the category column is correct');
    }
    expect(await listed()).toMatchObject([{ categories: ['c1', 'the-last'] }]);
    await directory.query('DELETE FROM businesses; DELETE FROM categories');
  });

  it('repeats a batch that is unknown to the new server after a failover', async () => {
    let broken = 0;
    const connect = async (): Promise<PoolClient> => {
      const client = await directory.pool.connect();
      if (broken++ > 0) return client;
      const query = async (sql: string, values?: unknown[]) => {
        if (sql === 'COMMIT') throw new Error('Connection terminated unexpectedly');
        const result = await client.query<{ id: string }>(sql, values);
        // A transaction id that the other server has not reached.
        if (sql.includes('pg_current_xact_id')) result.rows[0]!.id = '4000000000';
        return result;
      };
      return { query, release: client.release.bind(client) } as unknown as PoolClient;
    };
    expect(await run([[CAFE]], { connect })).toEqual(['inserted']);
    expect(await listed()).toMatchObject([{ slug: 'loon-cafe-ely' }]);
  });

  it('recognizes a business by its identifier in another register', async () => {
    await run([[{ ...CAFE, osm: 'node/7', naics: '7225' }]]);
    const renamed = { name: 'Heron Bistro', city: 'Winona', osm: 'node/7', wikidata: 'Q42' };
    expect(await run([[renamed]])).toEqual(['merged']);
    const { rows } = await directory.query('SELECT name, identifiers FROM businesses');
    expect(rows).toMatchObject([{ identifiers: { length: 3 } }]);
    // Many businesses share a NAICS code.
    expect(await run([[{ name: 'Owl Bar', city: 'Winona', naics: '7225' }]])).toEqual(['inserted']);
    expect(
      await run([
        [{ name: 'Elk Bar', city: 'Ely', wikidata: 'Q43' }],
        [{ name: 'Elk', city: 'Duluth', wikidata: 'Q43' }],
      ]),
    ).toEqual(['inserted', 'merged']);
  });

  describe('with named sources', () => {
    const sources: Record<string, ImportSource> = {};

    beforeAll(async () => {
      const ranks = { low: 5, equal: 5, high: 20, registry: 10, licences: 10 };
      for (const [name, rank] of Object.entries(ranks)) {
        const idColumn = ['registry', 'licences'].includes(name) ? 'id' : null;
        sources[name] = await directory.addSource(name, rank, idColumn);
      }
    });

    const importFrom = (name: string, ...rows: RawRecord[]) =>
      run([rows], { source: sources[name] });

    it('confirms a business when a source lists it, and again after 30 days', async () => {
      const clock = new ManualClock(Date.parse('2026-11-02T12:00:00Z'));
      const source = sources.registry;
      const confirmation = async () => {
        const { rows } = await directory.query<{ confirmed: string; revision: number }>(
          `SELECT concat_ws(' ', confirmed_on, confirmed_by) AS confirmed, revision FROM businesses`,
        );
        return rows[0];
      };
      const row = { ...CAFE, sourceId: '7' };
      expect(await run([[row]], { source, clock })).toEqual(['inserted']);
      const first = await confirmation();
      expect(first?.confirmed).toBe('2026-11-02 source:registry');
      clock.advance(30 * 86_400_000);
      expect(await run([[row]], { source, clock })).toEqual(['unchanged']);
      expect(await confirmation()).toEqual(first);
      clock.advance(86_400_000);
      expect(await run([[row]], { source, clock })).toEqual(['unchanged']);
      expect((await confirmation())?.confirmed).toBe('2026-12-03 source:registry');

      clock.advance(90 * 86_400_000);
      await directory.query(
        `UPDATE businesses SET confirmed_on = '2027-02-01', confirmed_by = 'owner'`,
      );
      const stated = { ...row, email: 'a@example.com', confirmedOn: '2027-01-31' };
      expect(await run([[stated]], { source, clock })).toEqual(['updated']);
      expect((await confirmation())?.confirmed).toBe('2027-02-01 owner');
      expect(await run([[{ ...stated, confirmedOn: '2027-02-02' }]], { source, clock })).toEqual([
        'unchanged',
      ]);
      expect((await confirmation())?.confirmed).toBe('2027-02-02 source:registry');
      await run([[{ ...stated, phone: '218-555-0199', confirmedOn: '2072-02-02' }]], {
        source,
        clock,
      });
      expect((await confirmation())?.confirmed).toBe('2027-03-03 source:registry');
    });

    it('keeps a business open if one of its licenses is valid', async () => {
      const valid = { ...CAFE, status: 'Active', confirmedOn: '2026-10-01' };
      const expired = { ...CAFE, status: 'Expired', confirmedOn: '2021-03-01' };
      const license = (row: RawRecord, sourceId: string) => ({ ...row, sourceId });
      const statuses = async () =>
        (await directory.query('SELECT status, confirmed_on::text FROM businesses')).rows;
      await importFrom('low', expired, valid);
      expect(await statuses()).toEqual([{ status: 'open', confirmed_on: '2026-10-01' }]);
      await importFrom('registry', license(expired, '1'), license(valid, '2'));
      expect(await statuses()).toMatchObject([{ status: 'open' }]);
    });

    it('does not confirm a business with a file without a source', async () => {
      await run([[CAFE]]);
      const { rows } = await directory.query('SELECT confirmed_on, confirmed_by FROM businesses');
      expect(rows).toEqual([{ confirmed_on: null, confirmed_by: null }]);
    });

    it('completes a name that a better source cut off', async () => {
      await importFrom('high', { ...CAFE, name: 'Northern Lantern Historical Soc' });
      const name = 'Northern Lantern Historical Society Museum';
      expect(await importFrom('low', { ...CAFE, name })).toEqual(['merged']);
      expect(await listed()).toMatchObject([{ name }]);
    });

    it('ranks them above the unnamed source, which still fills missing values', async () => {
      await run([[{ ...CAFE, email: 'a@example.com' }]]);
      await importFrom('low', { ...CAFE, phone: '218-555-0199' });
      expect(await run([[{ ...CAFE, website: 'example.com' }]])).toEqual(['updated']);
      expect(await listed()).toMatchObject([
        { phone: '+12185550199', email: 'a@example.com', website: 'https://example.com' },
      ]);
    });

    it('lets a source rename its business, identified by its id column', async () => {
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

    it('removes a business only from categories that its source no longer lists', async () => {
      const links = async () =>
        (
          await directory.query<{ link: string }>(
            `SELECT b.name || ': ' || c.slug AS link FROM business_categories bc
             JOIN businesses b ON b.id = bc.business_id JOIN categories c ON c.id = bc.category_id
             ORDER BY 1`,
          )
        ).rows.map(({ link }) => link);
      const other = { name: 'Heron Bistro', street: '9 Oak St', city: 'Ely' };
      await importFrom(
        'low',
        { ...CAFE, category: 'Cafe; Bakery' },
        { ...other, category: 'Cafe; Bakery' },
      );
      expect(await links()).toHaveLength(4);
      expect(await importFrom('low', { ...CAFE, category: 'Bakery' })).toEqual(['updated']);
      expect(await links()).toEqual([
        'Heron Bistro: bakery',
        'Heron Bistro: cafe',
        'Loon Cafe: bakery',
      ]);
    });

    it('keeps rows apart that have the same id in different sources', async () => {
      const other = { ...CAFE, name: 'Heron Bistro', street: '9 Oak St', phone: '218-555-0200' };
      await importFrom('registry', { ...CAFE, sourceId: '7' });
      for (const outcome of ['inserted', 'unchanged']) {
        expect(await importFrom('licences', { ...other, sourceId: '7' })).toEqual([outcome]);
      }
      expect(await importFrom('registry', { ...CAFE, sourceId: '7' })).toEqual(['unchanged']);
      expect((await listed()).map(({ name }) => name)).toEqual(['Heron Bistro', 'Loon Cafe']);
    });

    it('keeps rows apart that get the same name and place', async () => {
      const ids = ['1', '2', '3'];
      const cafe = { ...CAFE, sourceId: '1' };
      const books = { name: 'Heron Books', street: '2 Main St', city: 'Ely', sourceId: '2' };
      await importFrom('registry', cafe, books);
      const tea = { name: 'Tern Tea', street: '4 Main St', city: 'Ely' };
      const all = ids.map((sourceId) => ({ ...tea, sourceId }));
      const beforehand = all.map((row) => ({ ...row, name: 'Plover Tea', street: '3 Main St' }));
      expect(await importFrom('registry', ...beforehand.slice(0, 2))).toEqual([
        ...['updated', 'updated'],
      ]);
      expect(await importFrom('registry', ...all)).toEqual(['updated', 'updated', 'inserted']);
      expect((await listed()).map(({ name }) => name)).toEqual(Array(3).fill('Tern Tea'));
      // Another source already added a business with that identity.
      await run([[{ name: 'Crane Tea', street: '5 Main St', city: 'Ely' }]]);
      const crane = { name: 'Crane Tea', street: '5 Main St', city: 'Ely', sourceId: '1' };
      expect(await importFrom('registry', crane)).toEqual(['updated']);
      expect((await listed()).map(({ name }) => name).sort()).toEqual([
        ...['Crane Tea', 'Crane Tea', 'Tern Tea', 'Tern Tea'],
      ]);
    });

    it('recognizes another source’s namesakes in two ZIP codes', async () => {
      const shops = ['55802', '55811'].map((postalCode) => ({
        name: 'Super Foods',
        city: 'Duluth',
        postalCode,
      }));
      expect(await run([shops])).toEqual(['inserted', 'inserted']);
      const sites = shops.map((shop, n) => ({ ...shop, website: `${n}.example.com` }));
      expect(await importFrom('low', sites[1]!)).toEqual(['updated']);
      expect(await importFrom('low', ...sites)).toEqual(['updated', 'unchanged']);
      const { rows } = await directory.query(
        'SELECT postal_code, website FROM businesses ORDER BY postal_code',
      );
      expect(rows).toEqual([
        { postal_code: '55802', website: 'https://0.example.com' },
        { postal_code: '55811', website: 'https://1.example.com' },
      ]);
    });

    it('applies a source’s new rank even if its file is unchanged', async () => {
      const low = { ...CAFE, phone: '218-555-0199' };
      await importFrom('low', low);
      await importFrom('equal', CAFE);
      expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
      const raised = { ...sources.low!, rank: 30 };
      expect(await run([[low]], { source: raised })).toEqual(['updated']);
      expect(await importFrom('equal', CAFE)).toEqual(['unchanged']);
      expect(await listed()).toMatchObject([{ phone: '+12185550199' }]);
      expect(await importFrom('low', low)).toEqual(['updated']);
      expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
    });

    it('plans from freshly read rows, even when more must be read repeatedly', async () => {
      await importFrom('high', CAFE);
      await importFrom('registry', { ...CAFE, sourceId: '1' });
      const other = { ...CAFE, street: '2 Main St', phone: '218-555-0122' };
      await importFrom('high', other);
      // Before the rank of "high" applies, the first business has the second one's phone.
      const outcomes = await importFrom(
        'registry',
        { ...CAFE, sourceId: '1', phone: other.phone, website: 'example.com' },
        {
          name: CAFE.name,
          city: CAFE.city,
          sourceId: '2',
          phone: other.phone,
          email: 'b@b.example',
        },
      );
      expect(outcomes).toEqual(['updated', 'merged']);
      expect(await listed()).toMatchObject([
        { phone: '+12185550100', website: 'https://example.com', email: null },
        { phone: '+12185550122', website: null, email: 'b@b.example' },
      ]);
    });

    it('ranks admins above all sources', async () => {
      await importFrom('low', CAFE);
      await directory.query(`UPDATE businesses SET phone = NULL, name = 'Loon Lake Cafe'`);
      expect(await importFrom('high', { ...CAFE, phone: '218-555-0199' })).toEqual(['unchanged']);
      expect(await listed()).toMatchObject([{ name: 'Loon Lake Cafe', phone: null }]);
    });

    it('builds the same directory from files and rows in any order', async () => {
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
        await directory.clear();
        const names = [...new Set(order.map(([name]) => name))];
        for (const name of names) {
          const source = name === undefined ? UNNAMED : sources[name];
          const file = order.flatMap(([other, row]) => (other === name ? [row] : []));
          await run([file.slice(0, 2), file.slice(2)], { source });
        }
        const { rows: found } = await directory.query<object>(
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

    it('makes no further update after two rounds of conflicting files, in either order', async () => {
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
