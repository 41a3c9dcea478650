import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

const packages = createRequire(import.meta.url);
const MANIFEST = 'swagger-ui-dist/package.json';
const FOLDER = dirname(packages.resolve(MANIFEST));

/** The release of Swagger UI. It is part of its files' addresses, so what is there never changes. */
export const { version: SWAGGER_UI_VERSION } = packages(MANIFEST) as { version: string };

/** What a page needs of the package, and so all of it that is served, each with its media type. */
export const SWAGGER_UI_FILES = {
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

export function readSwaggerUiFile(name: string): Promise<Buffer> {
  return readFile(join(FOLDER, name));
}

/** What `apps/api/build-client.mjs` made: how the pages differ from what the package makes of them. */
export const CLIENT_FILES = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
};

export function readClientFile(name: string): Promise<Buffer> {
  return readFile(join(PROJECT_ROOT, 'dist/apps/api/client', name));
}

/** What a page may load and run: files of this origin, no inline scripts or styles. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

interface SwaggerUiPage {
  title: string;
  /** The address of the page; its files are below it. */
  address: string;
  /** The address of the document that it shows. */
  documentAddress: string;
}

export function swaggerUiPage({ title, address, documentAddress }: SwaggerUiPage): string {
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
    <div id="swagger-ui" data-document="${documentAddress}"></div>
    <script src="${files}/swagger-ui-bundle.js"></script>
    <script src="${address}/docs.js"></script>
  </body>
</html>
`;
}
