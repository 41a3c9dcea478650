import type { Pool } from 'pg';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { BusinessesRepository } from './businesses.repository.js';

/** Number of rows read by one statement. */
const SLICE = 2_000;

describe(BusinessesRepository.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;
  let businesses: BusinessesRepository;

  beforeAll(() => {
    ({ pool } = served.database);
    businesses = new BusinessesRepository(served.database);
  });
  beforeEach(() => pool.query('TRUNCATE businesses CASCADE'));

  /** Inserts businesses without triggers, whose derived columns don't matter here and take long. */
  const insert = (from: number, to: number, step = 1) =>
    pool.query(`
      BEGIN; SET LOCAL session_replication_role = replica;
      INSERT INTO businesses (id, slug, name, number, updated_at)
      SELECT gen_random_uuid(), 'shop-' || n, 'Shop', n, now()
      FROM generate_series(${from}, ${to}, ${step}) AS n;
      COMMIT`);
  const numbersOf = async (part: number) => {
    const slices: number[][] = [];
    for await (const slice of businesses.addressesIn(part)) {
      slices.push(slice.map(({ slug }) => Number(slug.slice(5))));
    }
    return { numbers: slices.flat(), longest: Math.max(0, ...slices.map(({ length }) => length)) };
  };

  it.each([SLICE, SLICE + 1, 2 * SLICE + 1])(
    'yields all %i addresses of a part once, in order and one slice at a time',
    async (count) => {
      await insert(3, 3 + 2 * (count - 1), 2);
      const { numbers, longest } = await numbersOf(1);
      expect(numbers).toEqual(Array.from({ length: count }, (_, n) => 3 + 2 * n));
      expect(longest).toBe(SLICE);
    },
  );

  it('assigns each business to exactly one part, including the first and the last', async () => {
    await insert(49_999, 50_000);
    await insert(99_999, 100_000);
    expect((await businesses.addressParts()).parts).toEqual([1, 2, 3]);
    const parts = [];
    for (const part of [1, 2, 3, 4]) parts.push((await numbersOf(part)).numbers);
    expect(parts).toEqual([[49_999], [50_000, 99_999], [100_000], []]);
  });
});
