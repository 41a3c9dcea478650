import type { Pool } from 'pg';
import { type BusinessColumns, insertBusiness } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { SqlParameters } from '#libs/database/src/sql.js';
import type { UnderstoodSearch } from '../search/understand-search.js';
import type { BusinessCriteria } from './business-criteria.js';
import { businessOrder } from './business-order.sql.js';
import { readIdsOrMost } from './read-ids.js';
import type { Resolution } from './resolve.js';

const ALL: BusinessCriteria = { page: 1, limit: 100, sort: 'name', status: 'open' };
const NOTHING: Resolution = { search: null, categories: null, cities: null, counties: null };
const SEARCH: UnderstoodSearch = {
  names: ['loon', 'the loon'],
  all: `'loon'`,
  better: [`'best'`, `'good'`],
  most: { query: `'lake'`, better: [`'near'`, `'next'`] },
  city: 'ely',
  corrected: null,
};

describe(businessOrder.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;

  beforeAll(() => {
    ({ pool } = served.database);
  });
  beforeEach(() => pool.query('DELETE FROM businesses'));

  const insert = (name: string, description?: string, more: BusinessColumns = {}) =>
    insertBusiness(pool, { name, description, status: 'open', ...more });
  const ordered = async (
    sort: BusinessCriteria['sort'],
    resolution = NOTHING,
    more: Partial<BusinessCriteria> = {},
  ) => {
    const parameters = new SqlParameters();
    const order = businessOrder({ ...ALL, ...more, sort }, resolution, parameters);
    const { rows } = await pool.query<{ name: string }>(
      `SELECT b.name FROM businesses b ORDER BY ${order}`,
      parameters.values,
    );
    return rows.map(({ name }) => name);
  };

  it.each([
    ['name', ['Zebra', 'alder', 'Birch'], ['alder', 'Birch', 'Zebra']],
    ['newest', ['First', 'Second', 'Third'], ['Third', 'Second', 'First']],
    ['updated', ['First', 'Second', 'Third'], ['Third', 'Second', 'First']],
  ] as const)('orders by %s, from %j to %j', async (sort, names, expected) => {
    for (const [second, name] of names.entries()) {
      await insert(name, undefined, { created_at: new Date(1_000 * second) });
    }
    expect(await ordered(sort)).toEqual(expected);
  });

  it('orders by distance, with unknown locations last', async () => {
    const at = (latitude: number) => ({ latitude, longitude: -92, precision: 'exact' });
    await insert('Nowhere');
    await insert('Far', '', at(45));
    await insert('Near', '', at(46.9));
    await insert('Here', '', at(46.8));
    const point = { latitude: 46.8, longitude: -92 };
    expect(await ordered('distance', NOTHING, { point })).toEqual([
      'Here',
      'Near',
      'Far',
      'Nowhere',
    ]);
  });

  /** Inserts four businesses for each group, two of them in the city of the search. */
  const insertRanked = async (groups: string[]) => {
    for (const group of groups) {
      for (const city of ['Ely', 'Duluth']) {
        for (const name of ['B', 'A']) {
          const begins = group === 'begins' ? 'Loon' : name;
          await insert(`${begins} ${name} ${group} ${city}`, `${group} loon`, { city });
        }
      }
    }
  };
  const rankOf = (name: string) => name.split(' ').slice(2).join(' ');

  it('orders by relevance: the exact name first, then the city, then better matches', async () => {
    await insertRanked(['good', 'plain', 'begins', 'best']);
    await insert('The Loon', 'plain', { city: 'Duluth' });
    const names = await ordered('relevance', { ...NOTHING, search: SEARCH });
    expect(names[0]).toBe('The Loon');
    const groups = ['Ely', 'Duluth'].flatMap((city) =>
      ['begins', 'best', 'good', 'plain'].flatMap((group) =>
        Array<string>(2).fill(`${group} ${city}`),
      ),
    );
    expect(names.slice(1).map(rankOf)).toEqual(groups);
    // Equally good matches are ordered by name.
    expect(names.slice(3, 5)).toEqual(['A A best Ely', 'B B best Ely']);
  });

  it('orders partial matches after full matches, better ones first', async () => {
    await insertRanked(['plain', 'begins', 'best']);
    for (const city of ['Ely', 'Duluth']) {
      // By name, they would be in the opposite order.
      for (const [n, group] of ['other', 'next', 'near'].entries()) {
        await insert(`0 ${n} ${group} ${city}`, `${group} lake`, { city });
      }
    }
    const resolution = { ...NOTHING, search: SEARCH, includesMost: true };
    const names = (await ordered('relevance', resolution)).map(rankOf);
    expect([...new Set(names)]).toEqual(
      ['Ely', 'Duluth'].flatMap((city) =>
        ['begins', 'best', 'plain', 'near', 'next', 'other'].map((group) => `${group} ${city}`),
      ),
    );
  });

  it('prefers no city if the search names none', async () => {
    await insertRanked(['good', 'best']);
    const search = { ...SEARCH, city: null };
    const names = (await ordered('relevance', { ...NOTHING, search })).map(rankOf);
    expect([...new Set(names)].map((rank) => rank.split(' ')[0])).toEqual([
      ...['best', 'best', 'good', 'good'],
    ]);
  });

  it.each([
    [4, 7],
    [5, 5],
  ])(
    'with %i full matches, returns %i businesses including partial matches',
    async (all, listed) => {
      for (let n = 0; n < all; n++) await insert(`Shop ${n}`, 'loon lake');
      for (let n = 0; n < 3; n++) await insert(`Inn ${n}`, 'lake');
      const { reads } = served.database;
      const readAlone = () => Promise.reject(new Error('No single term is read.'));
      const list = (search: UnderstoodSearch) =>
        readIdsOrMost({ ...ALL, sort: 'relevance' }, { ...NOTHING, search }, reads, readAlone);
      expect((await list(SEARCH)).total).toBe(listed);
      expect((await list({ ...SEARCH, most: null })).total).toBe(all);
    },
  );
});
