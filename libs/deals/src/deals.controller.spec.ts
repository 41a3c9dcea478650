import type { FastifyRequest } from 'fastify';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { DealsController } from './deals.controller.js';
import type { DealsRepository } from './deals.repository.js';
import type { DealFilters } from './list/deal-filters.service.js';

describe(DealsController.name, () => {
  const clock = new ManualClock(Date.parse('2026-11-21T12:34:56.001Z'));
  const deals = {
    page: async () => ({ version: '1', items: [], total: 0 }),
  } as unknown as DealsRepository;
  const filters = { read: async (criteria) => criteria } as DealFilters;
  const controller = new DealsController(deals, filters, clock, loadEnvironment({}));

  const until = async (at: Date | 'now' = 'now') => {
    const read = controller.listDeals({ at, page: 1, limit: 20 });
    return (await read({} as FastifyRequest)).until;
  };

  it('caches the current list until the end of the second, and lists of other times indefinitely', async () => {
    expect(await until()).toEqual(new Date('2026-11-21T12:34:57Z'));
    clock.advance(998);
    expect(await until()).toEqual(new Date('2026-11-21T12:34:57Z'));
    clock.advance(1);
    expect(await until()).toEqual(new Date('2026-11-21T12:34:58Z'));
    expect(await until(clock.now())).toBeUndefined();
  });
});
