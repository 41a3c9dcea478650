import type { Pool, QueryConfig } from 'pg';
import type { Statements } from '#libs/database/src/sql.js';
import { insertBusiness, insertCategory } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import type { BusinessCriteria } from './business-criteria.js';
import { CachedResultSet, type FindList } from './cached-result-set.js';

const ALL: BusinessCriteria = { page: 1, limit: 100, sort: 'name', status: 'open' };
const DULUTH = { latitude: 46.7867, longitude: -92.1005 };
/** Returns a point to the north. A thousandth of a degree is about 111 m. */
const north = (thousandths: number) => ({
  latitude: DULUTH.latitude + thousandths / 1000,
  longitude: DULUTH.longitude,
});

/** Lists that are updated in different ways. */
const LISTS: BusinessCriteria[] = [
  ALL,
  { ...ALL, sort: 'newest' },
  { ...ALL, sort: 'updated' },
  { ...ALL, sort: 'relevance', q: 'bakery' },
  { ...ALL, sort: 'distance', point: DULUTH },
  { ...ALL, point: DULUTH, radius: 500 },
  { ...ALL, city: ['Duluth'] },
  { ...ALL, category: ['food'] },
];

describe(CachedResultSet.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;

  beforeAll(async () => {
    ({ pool } = served.database);
    await insertCategory(pool, 'food', 'Food');
  });

  beforeEach(async () => {
    await pool.query('DELETE FROM businesses');
    for (const [n, name] of ['Birch', 'Cedar', 'Elm', 'Maple', 'Oak'].entries()) {
      await insert(`${name} Bakery`, n);
    }
  });

  const insert = (name: string, thousandths: number) =>
    insertBusiness(pool, {
      name,
      city: 'Duluth',
      status: 'open',
      ...north(thousandths),
      precision: 'exact',
      categories: ['food'],
    });
  const change = (set: string, where = `name LIKE 'Elm%'`) =>
    pool.query(`UPDATE businesses SET ${set} WHERE ${where}`);
  const find: FindList = (criteria) => read(criteria);
  const read = (criteria: BusinessCriteria, atLeast = Infinity) =>
    CachedResultSet.read(criteria, atLeast, served.database.reads, find);
  const update = (list: CachedResultSet, criteria: BusinessCriteria, atLeast = Infinity) =>
    list.updated(criteria, atLeast, served.database.reads, find);
  const namesOf = async (list: CachedResultSet) => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT name FROM unnest($1::int[]) WITH ORDINALITY AS wanted (number, place)
       JOIN businesses USING (number) ORDER BY place`,
      [list.page({ page: 1, limit: 1_000 })],
    );
    return rows.map(({ name }) => name);
  };

  it.each([
    ['is closed', () => change(`status = 'closed'`)],
    ['is removed', () => change('removed_at = now()')],
    ['is renamed', () => change(`name = 'Zeppelin Hangar'`)],
    ['moves away', () => change(`latitude = 44.98, longitude = -93.27, city = 'Minneapolis'`)],
    ['moves closer', () => change(`latitude = ${DULUTH.latitude}`, `name LIKE 'Oak%'`)],
    ['loses its place', () => change('latitude = NULL, longitude = NULL, precision = NULL')],
    ['is added', () => insert('Alder Bakery', 2.5)],
    ['is deleted', () => pool.query(`DELETE FROM businesses WHERE name LIKE 'Elm%'`)],
    [
      'leaves its category',
      () =>
        pool.query(`DELETE FROM business_categories USING businesses
                    WHERE business_id = id AND name LIKE 'Elm%'`),
    ],
    ['and all others change', () => change(`description = 'Bread'`, 'true')],
  ])('equals a fresh read after a business %s', async (_what, act) => {
    const lists = await Promise.all(
      LISTS.map(async (criteria) => ({ criteria, before: await read(criteria) })),
    );
    await act();
    for (const { criteria, before } of lists) {
      expect(before.total).toBe(5);
      const [after, anew] = [await update(before, criteria), await read(criteria)];
      expect([criteria, await namesOf(after)]).toEqual([criteria, await namesOf(anew)]);
      expect(after.total).toBe(anew.total);
      expect(after.version).toBe(anew.version);
    }
  });

  it('drops a business that no longer matches, in every sort order', async () => {
    for (const criteria of LISTS) {
      const before = await read(criteria);
      await change(`status = 'closed'`);
      expect(await namesOf(await update(before, criteria))).not.toContain('Elm Bakery');
      await change(`status = 'open'`);
    }
  });

  it.each([
    [200, true],
    [201, false],
    [450, false],
  ])('includes all of %i changes', async (changes, isFollowed) => {
    await pool.query(
      `INSERT INTO businesses (id, name, slug, updated_at)
       SELECT gen_random_uuid(), 'Shop ' || n, 'shop-' || n, now() FROM generate_series(1, 450) AS n`,
    );
    // A change at the exact time of the list is already included.
    await change(`description = 'Bread'`);
    const before = await read(ALL);
    // A missed change would leave a business in the list.
    await pool.query(
      `UPDATE businesses SET status = 'closed' WHERE id IN (
         SELECT id FROM businesses WHERE name LIKE 'Shop%' LIMIT $1)`,
      [changes],
    );
    const after = await update(before, ALL);
    expect(after === before).toBe(isFollowed);
    const names = await namesOf(after);
    expect(names).toHaveLength(455 - changes);
    expect(names).toEqual(await namesOf(await read(ALL)));
  });

  it.each([
    [50, true],
    [51, false],
  ])('shows %i changes that commit between the count and the read', async (late, isFollowed) => {
    await pool.query(
      `INSERT INTO businesses (id, name, slug, updated_at)
       SELECT gen_random_uuid(), 'Shop ' || n, 'shop-' || n, now() FROM generate_series(1, 201) AS n`,
    );
    const before = await read(ALL);
    const close = (count: number) =>
      change(
        `status = 'closed'`,
        `id IN (SELECT id FROM businesses WHERE name LIKE 'Shop%' AND status = 'open' LIMIT ${count})`,
      );
    await close(150);
    let counts = 0;
    const database = {
      async query(statement: string | QueryConfig, values?: unknown[]) {
        const result = await served.database.reads.query(statement, values);
        const text = typeof statement === 'string' ? statement : statement.text;
        if (/count\(.* updated_at > /s.test(text) && counts++ === 0) await close(late);
        return result;
      },
    } as Statements;
    const after = await before.updated(ALL, Infinity, database, find);
    expect(counts).toBe(1);
    expect(after === before).toBe(isFollowed);
    expect(await namesOf(after)).toEqual(await namesOf(await read(ALL)));
    expect(after.total).toBe(206 - 150 - late);
  });

  it('includes a business that moved into the circle of a partial list', async () => {
    await insert('Far Bakery', 500);
    const criteria: BusinessCriteria = { ...ALL, sort: 'distance', point: DULUTH };
    const near = await read(criteria, 3);
    expect([near.total, near.covers(5), near.covers(6)]).toEqual([5, true, false]);
    expect((await read(criteria, 5)).total).toBe(5);
    expect((await read(criteria, 6)).total).toBe(6);

    await change(`description = 'Bread'`, `name LIKE 'Far%'`);
    expect(await update(near, criteria, 3)).toBe(near);
    await change(`latitude = ${DULUTH.latitude}`, `name LIKE 'Far%'`);
    const after = await update(near, criteria, 3);
    expect((await namesOf(after)).slice(0, 2).sort()).toEqual(['Birch Bakery', 'Far Bakery']);
  });

  it('reports a list of the nearest as complete if there are no more businesses', async () => {
    const criteria: BusinessCriteria = { ...ALL, sort: 'distance', point: DULUTH };
    const all = await read(criteria, 6);
    expect([all.total, all.covers(1_000)]).toEqual([5, true]);
  });

  it('is reread when a new business makes a corrected word valid', async () => {
    const criteria = { ...ALL, q: 'bakary' };
    const before = await read(criteria);
    expect(before.total).toBe(5);
    await insertBusiness(pool, { name: 'Bakary', status: 'open' });
    expect(await namesOf(await update(before, criteria))).toEqual(
      await namesOf(await read(criteria)),
    );
  });

  it('is reread when the category gets a new subcategory', async () => {
    const criteria = { ...ALL, category: ['food'] };
    const before = await read(criteria);
    await pool.query(
      `INSERT INTO categories (id, slug, name, parent_id)
       SELECT gen_random_uuid(), 'bread', 'Bread', id FROM categories WHERE slug = 'food'`,
    );
    await insertBusiness(pool, { name: 'Only Bread', status: 'open', categories: ['bread'] });
    expect(await namesOf(await update(before, criteria))).toContain('Only Bread');
  });

  it('continues with the list of the rarer word if few businesses have both', async () => {
    await insert('Birch Hardware', 6);
    await insert('Maple Hardware', 7);
    await change(`description = 'By the hardware store'`);
    const both = { ...ALL, sort: 'relevance', q: 'bakery hardware' } as const;
    const names = ['Elm Bakery', 'Birch Hardware', 'Maple Hardware'];
    const list = await read(both);
    expect(await namesOf(list)).toEqual(names);
    expect(await namesOf(await read({ ...both, sort: 'name' }))).toEqual(names.toSorted());

    // A cached list of that word is used; a list of another word is not.
    const alone = await read({ ...both, q: 'hardware' });
    const finding = (found: CachedResultSet) =>
      CachedResultSet.read(both, Infinity, served.database.reads, () => Promise.resolve(found));
    expect(await namesOf(await finding(alone))).toEqual(names);
    expect(await namesOf(await finding(await read({ ...both, q: 'bakery' })))).toEqual(names);
    expect(await namesOf(alone)).toEqual(['Birch Hardware', 'Maple Hardware', 'Elm Bakery']);

    await change(`name = 'Zeppelin Hardware'`, `name = 'Birch Hardware'`);
    expect(await namesOf(await finding(alone))).toEqual(await namesOf(await read(both)));
    expect(await namesOf(await update(list, both))).toEqual([
      'Elm Bakery',
      'Maple Hardware',
      'Zeppelin Hardware',
    ]);
  });

  it('does not change when a copy is updated', async () => {
    const before = await read(ALL);
    const copy = before.copy();
    await change(`status = 'closed'`);
    await update(copy, ALL);
    expect([before.total, copy.total]).toEqual([5, 4]);
    expect(await namesOf(before)).toContain('Elm Bakery');
  });
});
