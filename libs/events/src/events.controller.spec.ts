import type { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { EventsController } from './events.controller.js';
import type { EventsService } from './events.service.js';

describe(EventsController.name, () => {
  const controller = new EventsController(
    {} as EventsService,
    {} as ListFilters,
    new ManualClock(Date.parse('2026-11-21T12:34:56.789Z')),
    loadEnvironment({}),
  );

  it.each(['listEvents', 'getEventFeed'] as const)(
    'caches without `from` until the minute ends, otherwise until the horizon moves: %s',
    (operation) => {
      const until = (times: { from?: Date; to?: Date }) =>
        controller[operation]({ page: 1, limit: 20, ...times }).until;
      const from = new Date('2026-12-01T00:00:00Z');
      const to = new Date('2026-12-02T00:00:00Z');
      expect(until({})).toEqual(new Date('2026-11-21T12:35:00Z'));
      expect(until({ to })).toEqual(new Date('2026-11-21T12:35:00Z'));
      expect(until({ from, to })).toEqual(new Date('2026-11-22T00:00:00Z'));
    },
  );
});
