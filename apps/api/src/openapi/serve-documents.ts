import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Environment } from '#libs/config/src/environment.js';
import { RateLimitGuard } from '#libs/rate-limit/src/rate-limit.guard.js';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { ADMIN_TITLE, PUBLIC_TITLE } from './descriptions.js';
import { createDocuments, type Documents } from './documents.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers a route outside Nest. Its requests are counted like any others. */
type Get = (address: string, respond: (reply: FastifyReply) => unknown) => void;

/**
 * Serves `/docs` with `/openapi.json`, and `/admin/docs` with `/admin/openapi.json`. Redirects
 * `/admin` to `/admin/docs`.
 */
export function serveDocuments(app: NestFastifyApplication, environment: Environment): void {
  const fastify = app.getHttpAdapter().getInstance();
  const limits = app.get(RateLimitGuard, { strict: false });
  const get: Get = (address, respond) =>
    fastify.get(
      address,
      { preHandler: (request, reply) => limits.count(request, reply) },
      (_request, reply) => respond(reply),
    );
  // Created on the first request, to keep the start fast.
  const documents = kept(async () => toBytes(await createDocuments(app, environment)));
  const { DEFAULT_LIMIT_PER_HOUR: defaultLimit } = environment;
  const serveDocument = (which: keyof Documents, title: string, prefix: string) => {
    const documentAddress = `${prefix}/openapi.json`;
    serve(get, documentAddress, JSON_TYPE, async () => (await documents())[which]);
    servePage(get, { title, address: `${prefix}/docs`, documentAddress, defaultLimit });
  };
  serveDocument('public', PUBLIC_TITLE, '');
  serveDocument('admin', ADMIN_TITLE, '/admin');
  get('/admin', (reply) => reply.redirect('/admin/docs'));
}

/**
 * Encodes the documents as bytes, which responses share. Each pending response would copy a string.
 */
function toBytes(documents: Documents): Record<keyof Documents, Buffer> {
  const bytesOf = (document: object) => Buffer.from(JSON.stringify(document));
  return { public: bytesOf(documents.public), admin: bytesOf(documents.admin) };
}

/** Keeps the result, but no failure, such as too many open files. */
function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= read().catch((error: unknown) => {
      result = undefined;
      throw error;
    }));
}

/**
 * Serves the page and its files. Each file has its own route, so that no path can reach any other
 * file.
 */
function servePage(get: Get, page: SwaggerUiPage): void {
  const { address } = page;
  serve(get, address, 'text/html; charset=utf-8', async (reply) => {
    void reply.header('Content-Security-Policy', PAGE_POLICY);
    return swaggerUiPage(page);
  });
  for (const [name, type] of Object.entries(CLIENT_FILES)) {
    const content = kept(() => readFile(join(CLIENT_FOLDER, name)));
    serve(get, `${address}/${name}`, type, content);
  }
  for (const [name, type] of Object.entries(SWAGGER_UI_FILES)) {
    const content = kept(() => readFile(join(FOLDER, name)));
    serve(get, `${address}/${SWAGGER_UI_VERSION}/${name}`, type, (reply) => {
      void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
      return content();
    });
  }
}

function serve(
  get: Get,
  address: string,
  type: string,
  content: (reply: FastifyReply) => Promise<string | Buffer>,
): void {
  get(address, (reply) => {
    void reply.type(type).header('Cache-Control', 'no-cache');
    return content(reply);
  });
}

const packages = createRequire(import.meta.url);
const MANIFEST = 'swagger-ui-dist/package.json';
const FOLDER = dirname(packages.resolve(MANIFEST));

/** Version of Swagger UI. It is part of the file URLs, so the files can be cached forever. */
export const { version: SWAGGER_UI_VERSION } = packages(MANIFEST) as { version: string };

/** Files of the package that a page needs, with their media types. No others are served. */
const SWAGGER_UI_FILES = {
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Output of `apps/api/build-client.mjs`, which adapts Swagger UI. */
const CLIENT_FILES = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
};
const CLIENT_FOLDER = join(PROJECT_ROOT, 'dist/apps/api/client');

/** Content security policy of the pages: files of this origin only, no inline scripts or styles. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

interface SwaggerUiPage {
  title: string;
  /** Path of the page. Its files are below it. */
  address: string;
  /** Path of the OpenAPI document that the page shows. */
  documentAddress: string;
  /** Limit per hour of an approval that sets none. */
  defaultLimit: number;
}

function swaggerUiPage({ title, address, documentAddress, defaultLimit }: SwaggerUiPage): string {
  const files = `${address}/${SWAGGER_UI_VERSION}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" type="image/png" href="${files}/favicon-32x32.png">
    <link rel="stylesheet" href="${files}/index.css">
    <link rel="stylesheet" href="${files}/swagger-ui.css">
    <link rel="stylesheet" href="${address}/docs.css">
  </head>
  <body>
    <div id="swagger-ui" data-document="${documentAddress}" data-default-limit="${defaultLimit}"></div>
    <script src="${files}/swagger-ui-bundle.js"></script>
    <script src="${address}/docs.js"></script>
  </body>
</html>
`;
}
