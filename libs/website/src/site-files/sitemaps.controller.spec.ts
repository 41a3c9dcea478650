import type { FastifyRequest } from 'fastify';
import { text } from 'node:stream/consumers';
import type { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import type { CategoriesInCitiesService } from '#libs/businesses/src/categories/categories-in-cities.service.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { DealsRepository } from '#libs/deals/src/deals.repository.js';
import type { EventsService } from '#libs/events/src/events.service.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { SearchService } from '../search/search.service.js';
import { SitemapsController } from './sitemaps.controller.js';

const ORIGIN = 'https://directory.test';
/** Maximum number of addresses in a sitemap, set by the protocol. */
const PART = 50_000;

describe(SitemapsController.name, () => {
  const controllerOf = (total: number) => {
    const slice = (start: number, end: number) =>
      Array.from({ length: end - start }, (_, n) => ({ category: 'food', city: `${start + n}` }));
    return new SitemapsController(
      loadEnvironment({ PUBLIC_URL: ORIGIN }),
      {
        addressParts: async () => ({ version: '7', parts: [2] }),
      } as unknown as BusinessesRepository,
      { all: async () => ({ version: '8', total, slice }) } as unknown as CategoriesInCitiesService,
      {} as SearchService,
      {} as EventsService,
      {} as DealsRepository,
      new ManualClock(),
    );
  };
  const request = { url: '/', context: {} } as FastifyRequest;
  const part = async (total: number, name: string) => {
    const sent = await controllerOf(total).sitemapOfCategoriesInCities(name, request);
    const found = (await text(sent.getStream())).matchAll(/\/c\/food\/in\/(\d+)</g);
    return [...found].map(([, city]) => Number(city));
  };

  it.each([
    [PART, [PART]],
    [PART + 1, [PART, 1]],
  ])('lists all of %i categories in cities once, in sitemaps of %j', async (total, sizes) => {
    const parts = [];
    for (let n = 1; n <= sizes.length; n++) parts.push(await part(total, String(n)));
    expect(parts.map(({ length }) => length)).toEqual(sizes);
    expect(parts.flat().every((city, index) => city === index)).toBe(true);
    await expect(part(total, String(sizes.length + 1))).rejects.toMatchObject({
      code: 'not_found',
    });
    const { body, version } = await controllerOf(total).sitemapIndex()(request);
    const names = [...(body as string).matchAll(/\/sitemap-([^<]*)\.xml/g)].map(([, name]) => name);
    const ofPairs = sizes.map((_, index) => `categories-in-cities-${index + 1}`);
    expect([names, version]).toEqual([['pages', ...ofPairs, '2'], '7']);
  });
});
