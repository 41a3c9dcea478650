import type { Pool } from 'pg';
import { type BusinessColumns, insertBusiness } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { SqlParameters } from '#libs/database/src/sql.js';
import type { SearchQueries } from './build-search.js';
import { relevance } from './relevance.sql.js';

const SEARCH: SearchQueries = {
  names: ['loon', 'the loon'],
  all: `'loon'`,
  better: [`'best'`, `'good'`],
  most: { query: `'lake'`, better: [`'near'`, `'next'`] },
  city: 'ely',
  corrected: null,
};

describe(relevance.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;

  beforeAll(() => {
    ({ pool } = served.database);
  });
  beforeEach(() => pool.query('DELETE FROM businesses'));

  const insert = (name: string, description?: string, more: BusinessColumns = {}) =>
    insertBusiness(pool, { name, description, status: 'open', ...more });
  const ordered = async (search = SEARCH, includesMost = false) => {
    const parameters = new SqlParameters();
    const order = relevance(search, includesMost, parameters);
    const { rows } = await pool.query<{ name: string }>(
      `SELECT b.name FROM search_documents d JOIN businesses b ON b.id = d.business_id ORDER BY ${order} DESC, d.name_key`,
      parameters.values,
    );
    return rows.map(({ name }) => name);
  };

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
    const names = await ordered();
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
    const names = (await ordered(SEARCH, true)).map(rankOf);
    expect([...new Set(names)]).toEqual(
      ['Ely', 'Duluth'].flatMap((city) =>
        ['begins', 'best', 'plain', 'near', 'next', 'other'].map((group) => `${group} ${city}`),
      ),
    );
  });

  it('prefers no city if the search names none', async () => {
    await insertRanked(['good', 'best']);
    const names = (await ordered({ ...SEARCH, city: null })).map(rankOf);
    expect([...new Set(names)].map((rank) => rank.split(' ')[0])).toEqual([
      ...['best', 'best', 'good', 'good'],
    ]);
  });
});
