import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Database } from '#libs/database/src/database.js';
import { createApp } from '../create-app.js';
import { createDocuments } from './documents.js';

/**
 * Writes both documents to `dist/openapi` for the linter. Composes the program without starting it.
 */
const environment = loadEnvironment({
  PUBLIC_URL: 'https://directory.example.org',
  LOG_LEVEL: 'warn',
});
const database = new Database({});
const app = await createApp(environment, { database, close: () => database.close() });
const folder = join(PROJECT_ROOT, 'dist/openapi');
await mkdir(folder, { recursive: true });
for (const [name, document] of Object.entries(await createDocuments(app, environment))) {
  await writeFile(join(folder, `${name}.json`), JSON.stringify(document, null, 2));
}
