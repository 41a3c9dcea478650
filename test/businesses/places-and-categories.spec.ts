import type { Pool } from 'pg';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { onAnyDatabase } from '../support/databases.ts';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { call } from '../support/http.ts';
import type { Program } from '../support/program.ts';
import { type RunningDirectory, startDirectory } from '../support/running-directory.ts';

onAnyDatabase('categories, cities and counties', (create) => {
  let directory: RunningDirectory;
  let program: Program;
  let pool: Pool;
  let key: string;

  beforeAll(async () => {
    directory = await startDirectory(await create());
    ({ program, pool, key } = directory);
    const food = await insertCategory(pool, 'food', 'Food');
    const bakeries = await insertCategory(pool, 'bakeries', 'Bakeries');
    const pies = await insertCategory(pool, 'pies', 'Pies');
    await insertCategory(pool, 'art', 'Art');
    await pool.query('UPDATE categories SET parent_id = $2 WHERE id = $1', [bakeries, food]);
    await pool.query('UPDATE categories SET parent_id = $2 WHERE id = $1', [pies, bakeries]);
    const places: [string, string, string[], string?][] = [
      ['Saint Paul', 'Ramsey', ['food', 'pies']],
      ['Saint Paul', 'Ramsey', ['bakeries']],
      ['St. Paul', 'Ramsey', ['pies']],
      ['Duluth', 'St. Louis', []],
      ['Ely', 'Saint Louis', ['art'], 'closed'],
    ];
    for (const [city, county, categories, status = 'open'] of places) {
      await insertBusiness(pool, { city, county, categories, status });
    }
    await insertBusiness(pool, { categories: ['art'], removed_at: new Date() });
  });
  afterAll(() => directory.stop());

  const get = async (path: string) => {
    const { status, body } = await call('GET', `${program.url}/api/v1/${path}`, { key });
    expect(status).toBe(200);
    return body;
  };

  it.each([
    ['St. Paul', 'saint-paul'],
    ['Ste. Anne', 'sainte-anne'],
    ['Mt. Iron', 'mount-iron'],
    ['Ft. Ripley', 'fort-ripley'],
    ['Stillwater', 'stillwater'],
    ['O’Brien & Sons’ Città', 'obrien-sons-citta'],
    ['  Eden   Prairie ', 'eden-prairie'],
  ])('have the same slug in the program as in the database: %s', async (name, slug) => {
    const { rows } = await pool.query<{ slug: string }>('SELECT place_slug($1) AS slug', [name]);
    expect([rows[0]!.slug, placeSlug(name)]).toEqual([slug, slug]);
  });

  it('count each business once in every ancestor category', async () => {
    const { data, pagination } = await get('categories');
    expect(pagination).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1 });
    expect(data).toMatchObject([
      { slug: 'art', name: 'Art', parent: null, businessCount: 0, children: [] },
      {
        slug: 'food',
        businessCount: 3,
        children: [
          {
            slug: 'bakeries',
            parent: 'food',
            businessCount: 3,
            children: [{ slug: 'pies', businessCount: 2, children: [] }],
          },
        ],
      },
    ]);
  });

  it('count all spellings of a city together', async () => {
    expect((await get('cities')).data).toEqual([
      { slug: 'duluth', name: 'Duluth', county: 'St. Louis', businessCount: 1 },
      { slug: 'saint-paul', name: 'Saint Paul', county: 'Ramsey', businessCount: 3 },
    ]);
    expect((await get('cities?county=ramsey')).data).toHaveLength(1);
    expect((await get('cities?page=2&limit=1')).data[0].slug).toBe('saint-paul');
  });

  it('count businesses by county', async () => {
    const { data, pagination } = await get('counties');
    expect(data).toEqual([
      { slug: 'ramsey', name: 'Ramsey', businessCount: 3 },
      { slug: 'saint-louis', name: 'St. Louis', businessCount: 1 },
    ]);
    expect(pagination.total).toBe(2);
  });

  it('agree with the total of the list', async () => {
    const { data: cities } = await get('cities');
    expect(cities).not.toEqual([]);
    for (const { slug, businessCount } of cities) {
      expect((await get(`businesses?city=${slug}`)).pagination.total).toBe(businessCount);
    }
    for (const slug of ['food', 'bakeries', 'pies', 'art']) {
      const { total } = (await get(`businesses?category=${slug}`)).pagination;
      expect([slug, total]).toEqual([slug, { food: 3, bakeries: 3, pies: 2, art: 0 }[slug]]);
    }
  });
});
