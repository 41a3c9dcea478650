import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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

/** What a page may load and run: files of this origin, no inline scripts or styles. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** @param address of the page, under which its files are */
export function swaggerUiPage(title: string, address: string): string {
  const files = `${address}/${SWAGGER_UI_VERSION}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
    <link rel="icon" type="image/png" href="${files}/favicon-32x32.png">
    <link rel="stylesheet" href="${files}/index.css">
    <link rel="stylesheet" href="${files}/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${files}/swagger-ui-bundle.js"></script>
    <script src="${address}/initializer.js"></script>
  </body>
</html>
`;
}

/** The script that starts a page. */
export function swaggerUiInitializer(documentAddress: string): string {
  const options = {
    url: documentAddress,
    dom_id: '#swagger-ui',
    deepLinking: true,
    docExpansion: 'list',
    persistAuthorization: false,
    tryItOutEnabled: true,
    // Otherwise the document is sent to validator.swagger.io.
    validatorUrl: null,
  };
  return `SwaggerUIBundle(${JSON.stringify(options)});\n`;
}
