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

/** Access to every route except pages. A new route must be added here. */
const ROUTES: Record<string, Access> = {
  'GET /health': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',

  'POST /mcp': 'key',

  'GET /api/v1': 'public',
  'GET /api/v1/attributions': 'key',
  'GET /api/v1/businesses': 'key',
  'GET /api/v1/businesses.csv': 'key',
  'GET /api/v1/businesses.geojson': 'key',
  'GET /api/v1/businesses/:idOrSlug': 'key',
  'POST /api/v1/businesses/match': 'key',
  'GET /api/v1/reconcile': 'optionalKey',
  'POST /api/v1/reconcile': 'optionalKey',
  'GET /api/v1/reconcile/suggest/entity': 'optionalKey',
  'GET /api/v1/reconcile/suggest/property': 'optionalKey',
  'GET /api/v1/reconcile/properties': 'optionalKey',
  'GET /tiles/businesses.json': 'optionalKey',
  'GET /tiles/:z/:x/:y.mvt': 'optionalKey',
  'GET /api/v1/categories': 'key',
  'GET /api/v1/categories/:idOrSlug': 'key',
  'GET /api/v1/cities': 'key',
  'GET /api/v1/cities/:slug': 'key',
  'GET /api/v1/counties': 'key',
  'GET /api/v1/counties/:slug': 'key',
  'GET /api/v1/regions': 'key',
  'GET /api/v1/regions/:slug': 'key',
  'GET /api/v1/events': 'key',
  'GET /api/v1/events.ics': 'key',
  'GET /api/v1/events/:idOrSlug.ics': 'key',
  'GET /api/v1/events/:idOrSlug': 'key',
  'GET /api/v1/deals': 'key',
  'GET /api/v1/deals/:idOrSlug': 'key',
  'GET /api/v1/export/businesses.ndjson': 'key',
  'GET /api/v1/export/businesses.parquet': 'key',
  'GET /api/v1/changes': 'key',
  'GET /api/v1/rate-limit': 'key',
  'POST /api/v1/key-requests': 'public',

  'GET /api/v1/key-requests/status/:token': 'public',
  'POST /api/v1/key-requests/status/:token/withdraw': 'public',

  'POST /admin/token': 'public',
  'DELETE /admin/token': 'admin',
  'GET /admin/key-requests': 'admin',
  'POST /admin/key-requests/decisions': 'admin',
  'GET /admin/key-requests/:id': 'admin',
  'POST /admin/key-requests/:id/approve': 'admin',
  'POST /admin/key-requests/:id/reject': 'admin',
  'POST /admin/key-requests/:id/reopen': 'admin',
  'GET /admin/keys': 'admin',
  'GET /admin/keys/:id': 'admin',
  'PATCH /admin/keys/:id': 'admin',
  'POST /admin/keys/:id/rotate': 'admin',
  'POST /admin/keys/:id/suspend': 'admin',
  'POST /admin/keys/:id/resume': 'admin',
  'POST /admin/keys/:id/revoke': 'admin',
  'GET /admin/webhooks': 'admin',
  'GET /admin/keys/:id/webhook': 'admin',
  'POST /admin/keys/:id/webhook': 'admin',
  'DELETE /admin/keys/:id/webhook': 'admin',
  'GET /admin/deprecated-usage': 'admin',
  'GET /admin/keys/:id/limit': 'admin',
  'POST /admin/keys/:id/limit/clear': 'admin',
  'GET /admin/addresses/:address/limit': 'admin',
  'POST /admin/addresses/:address/limit/clear': 'admin',
  'GET /admin/keys/:id/usage': 'admin',
  'GET /admin/keys/:id/usage.svg': 'admin',
  'GET /admin/usage/top': 'admin',
  'GET /admin/deliveries': 'admin',
  'POST /admin/deliveries/:id/retry': 'admin',
  'GET /admin/duplicates': 'admin',
  'POST /admin/duplicates/:id/dismiss': 'admin',
  'POST /admin/duplicates/:id/later': 'admin',
  'POST /admin/duplicates/:id/merge': 'admin',
  'POST /admin/duplicates/:id/reopen': 'admin',
  'GET /admin/quality': 'admin',
  'GET /admin/audit': 'admin',
  'POST /admin/imports': 'admin',
  'GET /admin/imports': 'admin',
  'GET /admin/imports/:id': 'admin',
  'GET /admin/imports/:id/rows': 'admin',
  'GET /admin/imports/:id/rows.csv': 'admin',
  'DELETE /admin/imports/:id': 'admin',
  'POST /admin/imports/:id/undo': 'admin',
  'GET /admin/businesses/:idOrSlug/sources': 'admin',
  'GET /admin/admins': 'admin',
  'POST /admin/admins': 'admin',
  'POST /admin/admins/:id/disable': 'admin',
  'POST /admin/admins/:id/enable': 'admin',
  'POST /admin/admins/:id/password': 'admin',
  'GET /admin/admins/:id/sessions': 'admin',
  'DELETE /admin/admins/:id/sessions': 'admin',
  'GET /admin/businesses': 'admin',
  'POST /admin/businesses': 'admin',
  'GET /admin/businesses/:idOrSlug': 'admin',
  'PATCH /admin/businesses/:idOrSlug': 'admin',
  'DELETE /admin/businesses/:idOrSlug': 'admin',
  'POST /admin/businesses/:idOrSlug/restore': 'admin',
  'POST /admin/businesses/:idOrSlug/merge': 'admin',
  'GET /admin/businesses/:idOrSlug/history': 'admin',
  'GET /admin/categories': 'admin',
  'POST /admin/categories': 'admin',
  'GET /admin/categories/:idOrSlug': 'admin',
  'PATCH /admin/categories/:idOrSlug': 'admin',
  'DELETE /admin/categories/:idOrSlug': 'admin',
  'GET /admin/regions': 'admin',
  'POST /admin/regions': 'admin',
  'GET /admin/regions/:idOrSlug': 'admin',
  'PATCH /admin/regions/:idOrSlug': 'admin',
  'DELETE /admin/regions/:idOrSlug': 'admin',
  'GET /admin/search-synonyms': 'admin',
  'POST /admin/search-synonyms': 'admin',
  'GET /admin/search-synonyms/:idOrSlug': 'admin',
  'PATCH /admin/search-synonyms/:idOrSlug': 'admin',
  'DELETE /admin/search-synonyms/:idOrSlug': 'admin',
  'GET /admin/sources': 'admin',
  'POST /admin/sources': 'admin',
  'GET /admin/sources/:idOrSlug': 'admin',
  'PATCH /admin/sources/:idOrSlug': 'admin',
  'DELETE /admin/sources/:idOrSlug': 'admin',
  'GET /admin/events': 'admin',
  'POST /admin/events': 'admin',
  'GET /admin/events/:idOrSlug': 'admin',
  'PATCH /admin/events/:idOrSlug': 'admin',
  'DELETE /admin/events/:idOrSlug': 'admin',
  'POST /admin/events/:idOrSlug/restore': 'admin',
  'GET /admin/suggestions': 'admin',
  'GET /admin/suggestions/:id': 'admin',
  'POST /admin/suggestions/:id/accept': 'admin',
  'POST /admin/suggestions/:id/dismiss': 'admin',
  'POST /admin/suggestions/:id/reopen': 'admin',
  'GET /admin/deals': 'admin',
  'POST /admin/deals': 'admin',
  'GET /admin/deals/:idOrSlug': 'admin',
  'PATCH /admin/deals/:idOrSlug': 'admin',
  'DELETE /admin/deals/:idOrSlug': 'admin',
  'POST /admin/deals/:idOrSlug/restore': 'admin',
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

  it('declares the access that the table lists', () => {
    const others = routes.filter(({ surface }) => surface !== 'page');
    expect(Object.fromEntries(others.map(({ route, access }) => [route, access]))).toEqual(ROUTES);
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

  it('requires an admin on the admin surface, except for signing in', () => {
    const open = routes.filter(({ surface, access }) => surface === 'admin' && access !== 'admin');
    expect(open.map(({ route }) => route)).toEqual(['POST /admin/token']);
  });

  it('requires a key in the API, except for its index, key requests and reconciliation', () => {
    const open = routes.filter(({ surface, access }) => surface === 'api' && access !== 'key');
    const reconciliation = open.filter(({ access }) => access === 'optionalKey');
    expect(reconciliation.every(({ route }) => route.includes(' /api/v1/reconcile'))).toBe(true);
    const others = open.filter(({ access }) => access === 'public');
    expect(others.map(({ route }) => route).sort()).toEqual([
      'GET /api/v1',
      'GET /api/v1/key-requests/status/:token',
      'POST /api/v1/key-requests',
      'POST /api/v1/key-requests/status/:token/withdraw',
    ]);
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
