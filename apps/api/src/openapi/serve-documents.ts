import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import type { SurfaceName } from '#libs/http/src/surfaces/surfaces.js';
import { RateLimitGuard } from '#libs/rate-limit/src/rate-limit.guard.js';
import { ADMIN_TITLE, PUBLIC_TITLE } from './descriptions.js';
import { createDocuments, type Documents } from './documents.js';
import {
  CLIENT_FILES,
  PAGE_POLICY,
  readClientFile,
  readSwaggerUiFile,
  SWAGGER_UI_FILES,
  SWAGGER_UI_VERSION,
  swaggerUiPage,
} from './swagger-ui.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers a route outside Nest. Its requests are counted like any others. */
type Get = (
  surface: SurfaceName,
  address: string,
  answer: (reply: FastifyReply) => unknown,
) => void;

/**
 * Serves `/docs` with `/openapi.json`, and `/admin/docs` with `/admin/openapi.json`. Redirects
 * `/admin` to `/admin/docs`.
 */
export function serveDocuments(app: NestFastifyApplication, environment: Environment): void {
  const fastify = app.getHttpAdapter().getInstance();
  const limits = app.get(RateLimitGuard, { strict: false });
  const get: Get = (surface, address, answer) =>
    fastify.get(
      address,
      { config: { surface }, preHandler: (request, reply) => limits.count(request, reply) },
      (_request, reply) => answer(reply),
    );
  let documents: Promise<Record<keyof Documents, Buffer>> | undefined;
  // Created on the first request, to keep the start fast.
  const document = (which: keyof Documents) => async () =>
    (await (documents ??= createDocuments(app, environment).then(toBytes)))[which];

  serve(get, 'description', '/openapi.json', JSON_TYPE, document('public'));
  serve(get, 'admin', '/admin/openapi.json', JSON_TYPE, document('admin'));
  servePage(
    get,
    'page',
    PUBLIC_TITLE,
    '/docs',
    '/openapi.json',
    environment.DEFAULT_LIMIT_PER_HOUR,
  );
  servePage(
    get,
    'admin',
    ADMIN_TITLE,
    '/admin/docs',
    '/admin/openapi.json',
    environment.DEFAULT_LIMIT_PER_HOUR,
  );
  get('admin', '/admin', (reply) => reply.redirect('/admin/docs'));
}

/**
 * Encodes the documents as bytes, which responses share. Each pending response would copy a string.
 */
function toBytes(documents: Documents): Record<keyof Documents, Buffer> {
  const bytesOf = (document: object) => Buffer.from(JSON.stringify(document));
  return { public: bytesOf(documents.public), admin: bytesOf(documents.admin) };
}

/**
 * Serves the page and its files. Each file has its own route, so that no path can reach any other
 * file.
 */
function servePage(
  get: Get,
  surface: SurfaceName,
  title: string,
  address: string,
  documentAddress: string,
  defaultLimit: number,
): void {
  serve(get, surface, address, 'text/html; charset=utf-8', async (reply) => {
    void reply.header('Content-Security-Policy', PAGE_POLICY);
    return swaggerUiPage({ title, address, documentAddress, defaultLimit });
  });
  for (const [name, type] of Object.entries(CLIENT_FILES)) {
    let content: Promise<Buffer> | undefined;
    serve(get, surface, `${address}/${name}`, type, () => (content ??= readClientFile(name)));
  }
  for (const [name, type] of Object.entries(SWAGGER_UI_FILES)) {
    let content: Promise<Buffer> | undefined;
    serve(get, surface, `${address}/${SWAGGER_UI_VERSION}/${name}`, type, (reply) => {
      void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
      return (content ??= readSwaggerUiFile(name));
    });
  }
}

function serve(
  get: Get,
  surface: SurfaceName,
  address: string,
  type: string,
  content: (reply: FastifyReply) => Promise<string | Buffer>,
): void {
  get(surface, address, (reply) => {
    void reply.type(type).header('Cache-Control', 'no-cache');
    return content(reply);
  });
}
