import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import { PlacesRepository } from '#libs/places/src/places.repository.js';
import { insertBusiness } from '../../../test/support/directory.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { readingServices } from '../../../test/support/reading-services.ts';
import { DealsController } from './deals.controller.js';
import { DealsRepository } from './deals.repository.js';
import { DealFilters } from './list/deal-filters.service.js';

const SECOND = 1_000;

describe(DealsController.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;
  let clock: ManualClock;
  let deals: DealsController;
  let business: string;

  beforeAll(async () => {
    ({ pool } = served.database);
    business = await insertBusiness(pool);
  });

  beforeEach(async () => {
    await pool.query('DELETE FROM deals');
    clock = new ManualClock();
    const service = new DealsRepository(served.database);
    const { index } = readingServices(served.database);
    const filters = new DealFilters(
      new BusinessesRepository(served.database),
      new ListFilters(
        new PlaceFilters(new PlacesRepository(served.database), index),
        new CategoryFilters(index),
      ),
    );
    deals = new DealsController(service, filters, clock, loadEnvironment({}));
  });

  const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * SECOND);
  const add = (title: string, startsAt: Date, endsAt: Date | null = null, id = uuidv7()) =>
    pool.query(
      `INSERT INTO deals (id, slug, title, business_id, starts_at, ends_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, title.toLowerCase(), title, business, startsAt, endsAt],
    );
  const list = async (at: Date | 'now' = 'now') => {
    const read = deals.listDeals({ at, page: 1, limit: 20 });
    const { body, until } = await read({} as FastifyRequest);
    const { data } = body as { data: { title: string }[] };
    return { titles: data.map(({ title }) => title), until };
  };

  it('caches the current list until the end of the second, and lists of other times indefinitely', async () => {
    clock.advance(1);
    const end = inSeconds(0.999);
    expect((await list()).until).toEqual(end);
    clock.advance(998);
    expect((await list()).until).toEqual(end);
    clock.advance(1);
    expect((await list()).until).toEqual(inSeconds(1));
    expect((await list(clock.now())).until).toBeUndefined();
  });

  it('lists deals by end time, with open-ended deals last', async () => {
    await add('Endless', inSeconds(-3));
    await add('Later', inSeconds(-2), inSeconds(20));
    await add('Soon', inSeconds(-1), inSeconds(10));
    expect((await list()).titles).toEqual(['Soon', 'Later', 'Endless']);
  });

  it('returns pages without gaps or duplicates if many deals start and end together', async () => {
    // Insert them in the reverse of the expected order.
    const ids = Array.from({ length: 5 }, (_, n) => `00000000-0000-7000-8000-00000000000${n}`);
    for (const id of ids.toReversed()) await add(id, inSeconds(-1), inSeconds(10), id);
    const walk = async (isNewestFirst?: boolean) => {
      const pages = [];
      for (const page of [1, 2, 3]) {
        const criteria = { at: clock.now(), page, limit: 2, isNewestFirst };
        pages.push(await new DealsRepository(served.database).page(criteria));
      }
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
      return pages.map(({ items }) => items.map(({ id }) => id));
    };
    const [a, b, c, d, e] = ids;
    expect(await walk()).toEqual([[a, b], [c, d], [e]]);
    expect(await walk(true)).toEqual([[e, d], [c, b], [a]]);
  });
});
