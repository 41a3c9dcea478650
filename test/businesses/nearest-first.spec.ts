import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { useDirectory } from '../support/use-directory.ts';

/** More businesses than the server sorts completely by distance. */
const BUSINESSES = 12_000;
const LIMIT = 50;

describeOnPostgres('sorting a large directory by distance', () => {
  const { pool, api } = useDirectory({}, () => createDatabase('PostgreSQL'));

  beforeAll(async () => {
    // Spread over the state, with several at each location and one in a hundred without a location.
    await pool.query(
      `INSERT INTO businesses (id, slug, name, latitude, longitude, updated_at)
       SELECT gen_random_uuid(), 'shop-' || n, 'Shop ' || n,
         CASE WHEN n % 100 > 0 THEN 43.6 + (n * 7 % 1000) * 0.005 END,
         CASE WHEN n % 100 > 0 THEN -96.8 + (n * 13 % 800) * 0.008 END, now()
       FROM generate_series(1, $1) AS n`,
      [BUSINESSES],
    );
  });

  const expected = async (latitude: number, longitude: number, page: number) => {
    const { rows } = await pool.query<{ slug: string }>(
      `SELECT slug FROM businesses
       ORDER BY metres_between($1, $2, latitude, longitude) NULLS LAST, number LIMIT $3 OFFSET $4`,
      [latitude, longitude, LIMIT, (page - 1) * LIMIT],
    );
    return rows.map(({ slug }) => slug);
  };
  const list = async (latitude: number, longitude: number, page: number) => {
    const query = `latitude=${latitude}&longitude=${longitude}&sort=distance&limit=${LIMIT}&page=${page}`;
    const { body } = await api(`businesses?${query}`);
    return {
      total: body.pagination.total,
      slugs: body.data.map(({ slug }: { slug: string }) => slug),
    };
  };

  it.each([
    ['Minneapolis', 44.9778, -93.265],
    ['the northernmost bay', 49.3, -95.0],
    ['New York', 40.7, -74.0],
  ])('orders every page up to the last, from %s', async (_name, latitude, longitude) => {
    for (const page of [1, 2, 25, 37, 120, 237, 238, 239, 240, 241]) {
      expect({ page, ...(await list(latitude, longitude, page)) }).toEqual({
        page,
        total: BUSINESSES,
        slugs: await expected(latitude, longitude, page),
      });
    }
  });

  it('follows changes', async () => {
    const [first] = await expected(44.9778, -93.265, 1);
    const before = await list(44.9778, -93.265, 1);
    expect(before.slugs[0]).toBe(first);
    await pool.query(`UPDATE businesses SET latitude = 48 WHERE slug = $1`, [first]);
    const after = await eventually(async () => {
      const { slugs } = await list(44.9778, -93.265, 1);
      return slugs[0] === first ? undefined : slugs;
    });
    expect(after).toEqual(await expected(44.9778, -93.265, 1));
  });
});
