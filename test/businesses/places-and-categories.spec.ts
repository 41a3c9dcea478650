import { placeSlug } from '#libs/geography/src/place-names.js';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('categories, cities and counties', () => {
  const { program, pool, key, api } = useDirectory();

  beforeAll(async () => {
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

  const get = async (path: string) => {
    const { status, body } = await api(path);
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
    ['Ærø', 'aero'],
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
    expect((await get('cities')).data).toMatchObject([
      { slug: 'duluth', name: 'Duluth', county: 'St. Louis', businessCount: 1 },
      { slug: 'saint-paul', name: 'Saint Paul', county: 'Ramsey', businessCount: 3 },
    ]);
    expect((await get('cities?county=ramsey')).data).toHaveLength(1);
    expect((await get('cities?page=2&limit=1')).data[0].slug).toBe('saint-paul');
  });

  it('count businesses by county', async () => {
    const { data, pagination } = await get('counties');
    expect(data).toMatchObject([
      { slug: 'ramsey', name: 'Ramsey', businessCount: 3 },
      { slug: 'saint-louis', name: 'St. Louis', businessCount: 1 },
    ]);
    expect(pagination.total).toBe(2);
  });

  it.each(['categories', 'cities', 'counties', 'regions'])(
    'are each found by the address in the list: %s',
    async (list) => {
      const { data } = await get(list);
      for (const record of data) {
        expect(record.url).toBe(`${program.url}/api/v1/${list}/${record.slug}`);
        expect((await get(`${list}/${record.slug}`)).data).toEqual(record);
      }
      const { status, body } = await api(`${list}/nowhere`);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    },
  );

  it('are found below other categories, and by id', async () => {
    const { data: pies } = await get('categories/pies');
    expect(pies).toMatchObject({ parent: 'bakeries', businessCount: 2 });
    expect((await get(`categories/${pies.id}`)).data).toEqual(pies);
    const [food] = (await get('categories')).data.slice(1);
    expect(food.children[0].children[0]).toEqual(pies);
  });

  it.each([
    ['cities/St.%20Paul', 'cities/saint-paul'],
    ['cities/City%20of%20Duluth', 'cities/duluth'],
    ['counties/St.%20Louis', 'counties/saint-louis'],
    ['counties/saint-louis-county', 'counties/saint-louis'],
    ['categories/arts', 'categories/art'],
  ])('redirect another spelling or a former slug: %s', async (former, present) => {
    await pool.query(`INSERT INTO former_category_slugs (slug, category_id)
      SELECT 'arts', id FROM categories WHERE slug = 'art' ON CONFLICT DO NOTHING`);
    await pool.query(`UPDATE categories SET name = name WHERE slug = 'art'`);
    await eventually(async () => {
      const address = `${program.url}/api/v1/${former}`;
      const { status, headers } = await call('GET', address, { key, redirect: 'manual' });
      return status === 308 && headers.get('location')!.endsWith(present);
    });
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
