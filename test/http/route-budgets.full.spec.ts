import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { openDatabase, SERVER } from '#libs/database/src/open-database.js';
import { SURFACES } from '#libs/http/src/surfaces/surfaces.js';
import { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import { createApp } from '../../apps/api/src/create-app.ts';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';

const PAGES_PER_MINUTE = 600;
const OPERATOR_REQUESTS_PER_MINUTE = 6_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the budget of every route of the composed application', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let storage: FixedWindowStorage;
  let addresses = 0;

  beforeAll(async () => {
    database = await createAnyDatabase();
    const environment = loadEnvironment({
      ...database.env,
      LOG_LEVEL: 'silent',
      TRUST_PROXY: 'true',
    });
    app = await createApp(environment, await openDatabase(environment, SERVER));
    await app.init();
    storage = app.get(FixedWindowStorage);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const newAddress = () => `198.51.${100 + (addresses >> 8)}.${addresses++ & 255}`;
  const send = async (method: string, url: string, address: string) => {
    const { statusCode } = await app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-forwarded-for': address, accept: 'application/json' },
    });
    return statusCode;
  };
  /** Returns how many requests all budgets of an address have counted. */
  const counted = async (address: string) => {
    const counts = await Promise.all(
      ['address', 'page', 'file', 'operator'].map((budget) =>
        storage.read(`${budget}:${address}`, budget === 'address' ? HOUR : MINUTE),
      ),
    );
    return counts.reduce((sum, { count }) => sum + count, 0);
  };

  it('is charged once for each request', async () => {
    const uncharged: string[] = [];
    const routes = routesOf(app.getHttpAdapter().getInstance().printRoutes());
    for (const { method, path } of routes) {
      const charge = async () => {
        const address = newAddress();
        await send(method, path.replace(/:\w+/g, 'x'), address);
        return counted(address);
      };
      // A page that no cache holds yet costs more if reading it takes long.
      if ((await charge()) !== 1 && (await charge()) !== 1) uncharged.push(`${method} ${path}`);
    }
    expect(uncharged).toEqual([]);
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/openapi.json', '/health/live', '/robots.txt', '/es/b/:slug']),
    );
  });

  it.each(Object.values(SURFACES).map(({ prefix }) => `${prefix}/nonesuch`))(
    'is charged for %s, which does not exist',
    async (path) => {
      const address = newAddress();
      expect(await send('GET', path, address)).toBe(404);
      expect(await counted(address)).toBe(1);
    },
  );

  it.each([
    ['/openapi.json', 'page', PAGES_PER_MINUTE],
    ['/docs', 'page', PAGES_PER_MINUTE],
    ['/health/live', 'operator', OPERATOR_REQUESTS_PER_MINUTE],
    ['/admin/openapi.json', 'operator', OPERATOR_REQUESTS_PER_MINUTE],
  ])(
    'lets an address request %s as often as its %s budget of %i allows',
    async (path, budget, limit) => {
      const address = newAddress();
      for (let n = 1; n < limit; n++) await storage.hit(`${budget}:${address}`, limit, MINUTE);
      expect(await send('GET', path, address)).toBe(200);
      expect(await send('GET', path, address)).toBe(429);
      const refused = await app.inject({
        url: path,
        headers: { 'x-forwarded-for': address, accept: 'text/html' },
      });
      expect(refused.body.includes('Too many pages at once')).toBe(path === '/docs');
    },
  );
});

/** Reads the tree that Fastify prints: four characters of indentation for each level. */
function routesOf(tree: string): { method: string; path: string }[] {
  const ancestors: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indentation, segment, methods] = /^([│├└─ ]+)(\S*)(?: \((.+)\))?/.exec(line) ?? [];
    if (indentation === undefined) return [];
    const depth = indentation.length / 4;
    ancestors.splice(depth - 1, Infinity, segment!);
    const path = ancestors.join('');
    return (methods?.split(', ') ?? []).map((method) => ({ method, path }));
  });
}
