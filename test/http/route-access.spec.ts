import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Database } from '#libs/database/src/database.js';
import { ACCESS, type Access } from '#libs/http/src/access.js';
import { surfaceAt, type SurfaceName } from '#libs/http/src/surfaces/surfaces.js';
import { LANGUAGES } from '#libs/website/src/texts/languages.js';
import { createApp } from '../../apps/api/src/create-app.ts';

/** Access to routes, except pages, that need neither a key nor, on the admin surface, an admin. */
const OTHERS: Record<string, Access> = {
  'GET /health': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
  'GET /tiles/businesses.json': 'optionalKey',
  'GET /tiles/:z/:x/:y.mvt': 'optionalKey',
  'GET /api/v1': 'public',
  'GET /api/v1/reconcile': 'optionalKey',
  'POST /api/v1/reconcile': 'optionalKey',
  'GET /api/v1/reconcile/suggest/entity': 'optionalKey',
  'GET /api/v1/reconcile/suggest/property': 'optionalKey',
  'GET /api/v1/reconcile/properties': 'optionalKey',
  'POST /api/v1/key-requests': 'public',
  'GET /api/v1/key-requests/status/:token': 'public',
  'POST /api/v1/key-requests/status/:token/withdraw': 'public',
  'POST /admin/token': 'public',
};

describe('every route of the composed application', () => {
  let app: NestFastifyApplication;
  let routes: Route[];

  beforeAll(async () => {
    const database = new Database({});
    const environment = loadEnvironment({ LOG_LEVEL: 'silent' });
    app = await createApp(environment, { database, close: () => database.close() });
    routes = routesOf(app);
  });

  it('requires a key, or an admin on the admin surface, unless the table lists it', () => {
    expect(routes.filter(({ access }) => access === 'key').length).toBeGreaterThan(20);
    expect(routes.filter(({ access }) => access === 'admin').length).toBeGreaterThan(60);
    // A route that declares nothing has undefined access, which `toEqual` would ignore.
    const others = routes.filter(
      ({ surface, access }) =>
        surface !== 'page' && access !== (surface === 'admin' ? 'admin' : 'key'),
    );
    expect(Object.fromEntries(others.map(({ route, access }) => [route, access]))).toStrictEqual(
      OTHERS,
    );
  });

  it('is public and read-only if it is a page, except for forms', () => {
    const pages = routes.filter(({ surface }) => surface === 'page');
    expect(pages.map(({ route }) => route)).toEqual(
      expect.arrayContaining(['GET /', 'GET /es', 'GET /search', 'GET /es/b/:slug']),
    );
    expect(pages.filter(({ access }) => access !== 'public')).toEqual([]);
    const written = pages.map(({ route }) => route).filter((route) => !route.startsWith('GET '));
    const forms = [
      '/developers/request',
      '/developers/requests/:token/webhook',
      '/developers/requests/:token/webhook/remove',
      '/developers/requests/:token/withdraw',
      '/b/:slug/report',
      '/b/:slug/confirm',
      '/b/:slug/owner',
      '/b/:slug/owner/:token',
      '/suggest-business',
      '/suggest-event',
      '/suggest-deal',
    ];
    expect(written).toEqual(
      forms.flatMap((path) => LANGUAGES.map(({ prefix }) => `POST ${prefix}${path}`)),
    );
  });
});

interface Route {
  route: string;
  access?: Access;
  surface: SurfaceName;
}

function routesOf(app: NestFastifyApplication): Route[] {
  const reflector = app.get(Reflector);
  const scanner = new MetadataScanner();
  const discovery = new DiscoveryService(app.get(ModulesContainer));
  return discovery.getControllers().flatMap(({ metatype }) =>
    scanner.getAllMethodNames(metatype!.prototype as object).flatMap((name) => {
      const handler = (metatype!.prototype as Record<string, () => unknown>)[name]!;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      const [bases, paths] = [metatype!, handler].map((part) =>
        [Reflect.getMetadata(PATH_METADATA, part) as string | string[]].flat(),
      ) as [string[], string[]];
      const access = reflector.getAllAndOverride<Access | undefined>(ACCESS, [handler, metatype!]);
      return bases.flatMap((base) =>
        paths.map((each) => {
          const path = `/${base}/${each}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
          return { route: `${RequestMethod[method]} ${path}`, access, surface: surfaceAt(path) };
        }),
      );
    }),
  );
}
