import { insertBusiness } from '../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { DealsRepository } from './deals.repository.js';

const NOW = new Date('2026-11-21T12:00:00Z');

describe(DealsRepository.name, () => {
  const served = useMigratedDatabase();

  it('returns pages without gaps or duplicates if many deals start and end together', async () => {
    const { database } = served;
    const business = await insertBusiness(database.pool);
    const ids = Array.from({ length: 5 }, (_, n) => `00000000-0000-7000-8000-00000000000${n}`);
    // Insert them in the reverse of the expected order.
    for (const id of ids.toReversed()) {
      await database.pool.query(
        `INSERT INTO deals (id, slug, title, business_id, starts_at, ends_at)
         VALUES ($1::text::uuid, $1, $1, $2, $3::timestamptz, $3::timestamptz + interval '1 day')`,
        [id, business, NOW],
      );
    }
    const walk = async (isNewestFirst?: boolean) => {
      const pages = [];
      for (const page of [1, 2, 3]) {
        const criteria = { at: NOW, page, limit: 2, isNewestFirst };
        pages.push(await new DealsRepository(database).page(criteria));
      }
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
      return pages.map(({ items }) => items.map(({ id }) => id));
    };
    const [a, b, c, d, e] = ids;
    expect(await walk()).toEqual([[a, b], [c, d], [e]]);
    expect(await walk(true)).toEqual([[e, d], [c, b], [a]]);
  });
});
