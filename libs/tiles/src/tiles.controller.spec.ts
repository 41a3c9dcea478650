import type { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { TilesController } from './tiles.controller.js';
import { TilesService } from './tiles.service.js';

const NOW = '2026-11-21T12:00:30.000Z';
const END_OF_MINUTE = new Date('2026-11-21T12:01:00.000Z');

describe(TilesController.name, () => {
  const found = { version: '7', clusters: [], inView: 0, set: { numbers: () => [] } };
  const businesses = {
    clusters: async () => found,
    byNumbers: async () => ({ version: '7', items: [] }),
  };
  const controller = new TilesController(
    new TilesService(businesses as unknown as BusinessesService),
    { read: async (criteria: object) => criteria } as ListFilters,
    new ManualClock(Date.parse(NOW)),
    loadEnvironment({}),
  );

  it.each([
    ['single businesses, which may open or close', 12, undefined, END_OF_MINUTE],
    ['clusters of businesses that are open now', 11, 'now', END_OF_MINUTE],
    ['other clusters', 11, undefined, undefined],
  ] as const)('sets how long a tile is current: %s', async (_, z, openAt, until) => {
    const read = controller.tile({ z, x: 0, y: 0 }, { openAt });
    expect((await read({} as never)).until).toEqual(until);
  });
});
