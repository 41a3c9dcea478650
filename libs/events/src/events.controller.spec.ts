import type { FastifyRequest } from 'fastify';
import type { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { EventsController } from './events.controller.js';
import type { EventsService } from './events.service.js';

describe(EventsController.name, () => {
  const events = {
    page: async () => ({ version: '1', items: [], total: 0 }),
    calendar: async () => ({ version: '1', events: [] }),
  } as unknown as EventsService;
  const filters = { read: async (criteria) => criteria } as ListFilters;
  const controller = new EventsController(
    events,
    filters,
    new ManualClock(Date.parse('2026-11-21T12:34:56.789Z')),
    loadEnvironment({}),
  );

  it.each(['listEvents', 'getEventFeed'] as const)(
    'caches without `from` until the minute ends, otherwise until the horizon moves: %s',
    async (operation) => {
      const until = async (times: { from?: Date; to?: Date }) => {
        const read = controller[operation]({ page: 1, limit: 20, ...times });
        return (await read({} as FastifyRequest)).until;
      };
      const from = new Date('2026-12-01T00:00:00Z');
      const to = new Date('2026-12-02T00:00:00Z');
      expect(await until({})).toEqual(new Date('2026-11-21T12:35:00Z'));
      expect(await until({ to })).toEqual(new Date('2026-11-21T12:35:00Z'));
      expect(await until({ from, to })).toEqual(new Date('2026-11-22T00:00:00Z'));
    },
  );
});
