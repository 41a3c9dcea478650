import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import type { SurfaceName } from '#libs/http/src/surfaces/surfaces.js';
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

/**
 * Serves `/docs` with `/openapi.json`, and `/admin/docs` with `/admin/openapi.json`. `/admin` leads
 * there.
 */
export function serveDocuments(app: NestFastifyApplication, environment: Environment): void {
  const fastify = app.getHttpAdapter().getInstance();
  let documents: Promise<Record<keyof Documents, Buffer>> | undefined;
  // Made when first asked for: it takes time that a start should not.
  const document = (which: keyof Documents) => async () =>
    (await (documents ??= createDocuments(app, environment).then(toBytes)))[which];

  serve(fastify, 'description', '/openapi.json', JSON_TYPE, document('public'));
  serve(fastify, 'admin', '/admin/openapi.json', JSON_TYPE, document('admin'));
  servePage(fastify, 'page', PUBLIC_TITLE, '/docs', '/openapi.json');
  servePage(fastify, 'admin', ADMIN_TITLE, '/admin/docs', '/admin/openapi.json');
  fastify.get('/admin', { config: { surface: 'admin' } }, (_request, reply) =>
    reply.redirect('/admin/docs'),
  );
}

/** Answers share bytes, while each answer that waits to be sent would copy a text. */
function toBytes(documents: Documents): Record<keyof Documents, Buffer> {
  const bytesOf = (document: object) => Buffer.from(JSON.stringify(document));
  return { public: bytesOf(documents.public), admin: bytesOf(documents.admin) };
}

/** Each file has a route of its own, so that no path can lead to any other. */
function servePage(
  fastify: FastifyInstance,
  surface: SurfaceName,
  title: string,
  address: string,
  documentAddress: string,
): void {
  serve(fastify, surface, address, 'text/html; charset=utf-8', async (reply) => {
    void reply.header('Content-Security-Policy', PAGE_POLICY);
    return swaggerUiPage({ title, address, documentAddress });
  });
  for (const [name, type] of Object.entries(CLIENT_FILES)) {
    let content: Promise<Buffer> | undefined;
    serve(fastify, surface, `${address}/${name}`, type, () => (content ??= readClientFile(name)));
  }
  for (const [name, type] of Object.entries(SWAGGER_UI_FILES)) {
    let content: Promise<Buffer> | undefined;
    serve(fastify, surface, `${address}/${SWAGGER_UI_VERSION}/${name}`, type, (reply) => {
      void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
      return (content ??= readSwaggerUiFile(name));
    });
  }
}

function serve(
  fastify: FastifyInstance,
  surface: SurfaceName,
  address: string,
  type: string,
  content: (reply: FastifyReply) => Promise<string | Buffer>,
): void {
  fastify.get(address, { config: { surface } }, (_request, reply) => {
    void reply.type(type).header('Cache-Control', 'no-cache');
    return content(reply);
  });
}
