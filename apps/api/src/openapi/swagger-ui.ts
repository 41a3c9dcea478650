import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

const packages = createRequire(import.meta.url);
const MANIFEST = 'swagger-ui-dist/package.json';
const FOLDER = dirname(packages.resolve(MANIFEST));

/** Version of Swagger UI. It is part of the file URLs, so the files can be cached forever. */
export const { version: SWAGGER_UI_VERSION } = packages(MANIFEST) as { version: string };

/** Files of the package that a page needs, with their media types. No others are served. */
export const SWAGGER_UI_FILES = {
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

export function readSwaggerUiFile(name: string): Promise<Buffer> {
  return readFile(join(FOLDER, name));
}

/** Output of `apps/api/build-client.mjs`, which adapts Swagger UI. */
export const CLIENT_FILES = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
};

export function readClientFile(name: string): Promise<Buffer> {
  return readFile(join(PROJECT_ROOT, 'dist/apps/api/client', name));
}

/** Content security policy of the pages: files of this origin only, no inline scripts or styles. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

export interface SwaggerUiPage {
  title: string;
  /** Path of the page. Its files are below it. */
  address: string;
  /** Path of the OpenAPI document that the page shows. */
  documentAddress: string;
  /** Limit per hour of an approval that sets none. */
  defaultLimit: number;
}

export function swaggerUiPage({
  title,
  address,
  documentAddress,
  defaultLimit,
}: SwaggerUiPage): string {
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
