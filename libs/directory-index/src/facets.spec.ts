import { localMinute } from '#libs/geography/src/local-time.js';
import type { Facets } from './facets.js';
import type { BusinessCriteria } from './criteria.js';
import { insertBusiness, insertCategory } from '../../../test/support/directory.ts';
import { useReadingServices } from '../../../test/support/reading-services.ts';

const ALL: BusinessCriteria = { page: 1, limit: 20, sort: 'name', status: 'open' };
/** Two instants on a Monday. */
const MORNING = '2026-01-05T10:00:00-06:00';
const NIGHT = '2026-01-05T23:30:00-06:00';

const DAY_SHIFT = [{ day: 'monday', opens: '09:00', closes: '17:00' }];
const NIGHT_SHIFT = [
  { day: 'sunday', opens: '22:00', closes: '11:00' },
  { day: 'monday', opens: '22:00', closes: '02:00' },
];

describe('facets', () => {
  const directory = useReadingServices();

  const facets = (criteria: Partial<BusinessCriteria> = {}, at = MORNING): Promise<Facets> => {
    directory.services.version.moved();
    return directory.services.businesses.facets({ ...ALL, ...criteria }, new Date(at));
  };
  const counts = (choices: { slug: string; count: number }[]) =>
    Object.fromEntries(choices.map(({ slug, count }) => [slug, count]));
  const totalOf = async (criteria: Partial<BusinessCriteria>) =>
    (await directory.services.businesses.list({ ...ALL, ...criteria })).total;

  it('are empty for an empty directory', async () => {
    const none = { total: 0, openNow: 0, categories: [], cities: [], counties: [] };
    expect(await facets()).toMatchObject(none);
  });

  describe('with some businesses', () => {
    let ids: string[];

    beforeAll(async () => {
      const food = await insertCategory(directory.pool, 'food', 'Food');
      const bakeries = await insertCategory(directory.pool, 'bakeries', 'Bakeries');
      await insertCategory(directory.pool, 'art', 'Art');
      await directory.pool.query('UPDATE categories SET parent_id = $2 WHERE id = $1', [
        bakeries,
        food,
      ]);
      const businesses = [
        { city: 'Saint Paul', county: 'Ramsey', categories: ['food', 'bakeries'] },
        { city: 'St. Paul', county: 'Ramsey', categories: ['bakeries'], hours: DAY_SHIFT },
        { city: 'St. Paul', county: 'Ramsey', categories: ['food', 'art'], hours: NIGHT_SHIFT },
        { city: 'Duluth', county: 'St. Louis', hours: DAY_SHIFT },
        { city: 'Ely', county: 'St. Louis', categories: ['art'], status: 'closed' },
        { city: 'Ely', county: 'St. Louis', status: 'temporarily_closed', hours: DAY_SHIFT },
        { name: 'Nowhere', categories: ['art'] },
      ];
      ids = [];
      for (const business of businesses) ids.push(await insertBusiness(directory.pool, business));
      await insertBusiness(directory.pool, {
        city: 'Ely',
        categories: ['art'],
        removed_at: new Date(),
      });
    });

    it('are sorted by count, then by name, in the most common spelling', async () => {
      const { categories, cities, counties, total } = await facets();
      expect(total).toBe(5);
      expect(categories).toEqual([
        { slug: 'food', name: 'Food', parent: null, count: 3 },
        { slug: 'art', name: 'Art', parent: null, count: 2 },
        { slug: 'bakeries', name: 'Bakeries', parent: 'food', count: 2 },
      ]);
      expect(cities).toEqual([
        { slug: 'saint-paul', name: 'St. Paul', count: 3 },
        { slug: 'duluth', name: 'Duluth', count: 1 },
      ]);
      expect(counties).toEqual([
        { slug: 'ramsey', name: 'Ramsey', count: 3 },
        { slug: 'saint-louis', name: 'St. Louis', count: 1 },
      ]);
    });

    it.each<[string, Partial<BusinessCriteria>]>([
      ['all', {}],
      ['a category', { category: ['food'] }],
      ['a city', { city: ['saint-paul'] }],
      ['any status', { status: 'any' }],
      ['words', { q: 'nowhere', sort: 'relevance' }],
      ['sorted by distance', { sort: 'distance', point: { latitude: 45, longitude: -93 } }],
    ])('equal the totals of the filtered lists: %s', async (_, criteria) => {
      const found = await facets(criteria);
      expect(found.total).toBe(await totalOf(criteria));
      expect(found.categories).not.toEqual([]);
      for (const [filter, choices] of [
        ['category', found.categories],
        ['city', found.cities],
        ['county', found.counties],
      ] as const) {
        for (const { slug, count } of choices) {
          // A list cannot require two choices of one filter, so only the other filters are
          // compared.
          if (criteria[filter]) continue;
          expect([slug, count]).toEqual([slug, await totalOf({ ...criteria, [filter]: [slug] })]);
        }
      }
    });

    it.each([
      ['in the morning', MORNING, 3],
      ['at night', NIGHT, 1],
    ])('count the businesses open %s', async (_, at, open) => {
      expect((await facets({}, at)).openNow).toBe(open);
      expect(await totalOf({ openAt: localMinute(new Date(at)) })).toBe(open);
      expect((await facets({ status: 'any' }, at)).openNow).toBe(open);
    });

    it('follow every change and state its version', async () => {
      const before = await facets();
      const added = await insertBusiness(directory.pool, {
        city: 'Cook',
        categories: ['bakeries'],
      });
      const withMore = await facets();
      expect(counts(withMore.cities)).toEqual({ cook: 1, duluth: 1, 'saint-paul': 3 });
      expect(counts(withMore.categories)).toEqual({ art: 2, bakeries: 3, food: 4 });
      expect(BigInt(withMore.version)).toBeGreaterThan(BigInt(before.version));

      await directory.pool.query(
        `UPDATE businesses SET city = 'Duluth', hours = '[]' WHERE id = $1`,
        [ids[1]],
      );
      expect(counts((await facets()).cities)).toEqual({ cook: 1, duluth: 2, 'saint-paul': 2 });
      expect((await facets()).openNow).toBe(2);

      await directory.pool.query('UPDATE businesses SET removed_at = now() WHERE id = $1', [added]);
      expect(counts((await facets()).cities)).toEqual({ duluth: 2, 'saint-paul': 2 });
      await directory.pool.query('DELETE FROM businesses WHERE id = $1', [added]);
      expect(counts((await facets()).cities)).toEqual({ duluth: 2, 'saint-paul': 2 });
    });

    it('follow categories that are renamed and moved', async () => {
      await directory.pool.query(
        `UPDATE categories SET slug = 'bread', name = 'Bread', parent_id = NULL WHERE slug = 'bakeries'`,
      );
      expect((await facets()).categories).toEqual([
        { slug: 'art', name: 'Art', parent: null, count: 2 },
        { slug: 'bread', name: 'Bread', parent: null, count: 2 },
        { slug: 'food', name: 'Food', parent: null, count: 2 },
      ]);
    });

    it('follow more changes than one batch, across the boundary of two queries', async () => {
      const before = await facets();
      await directory.pool.query(
        `INSERT INTO businesses (id, slug, name, city, updated_at, number)
         SELECT gen_random_uuid(), 'shop-' || n, 'Shop ' || n, 'Ely', now(), 9500 + n
         FROM generate_series(1, 1001) AS n`,
      );
      const after = await facets();
      expect(after.total).toBe(before.total + 1_001);
      expect(after.cities[0]).toEqual({ slug: 'ely', name: 'Ely', count: 1_001 });
    });
  });
});
