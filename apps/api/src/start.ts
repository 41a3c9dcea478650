import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FirstAdminService } from '#libs/admin/src/accounts/first-admin.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { prepareDataDir } from '#libs/config/src/data-dir.js';
import type { Environment } from '#libs/config/src/environment.js';
import type { OpenDatabase } from '#libs/database/src/open-database.js';
import { ExtensionService } from '#libs/events/src/occurrences/extension.service.js';
import { listen } from '#libs/http/src/listeners/listen.js';
import { seedSample } from '#libs/sample/src/seed-sample.js';
import { createApp } from './create-app.js';
import { announceStart } from './announce-start.js';
import { isFirstProcess } from './workers.js';

/**
 * Starts the program. Resolves once it listens.
 *
 * @param watchOver receives the program before it is used, to close it and its database if the rest
 * of the start fails
 */
export async function start(
  environment: Environment,
  database: OpenDatabase,
  watchOver: (app: NestFastifyApplication) => void,
): Promise<void> {
  await prepareDataDir(environment.DATA_DIR);
  const app = await createApp(environment, database);
  watchOver(app);
  await app.init();
  if (environment.SAMPLE_DATA && (await seedSample(database.database, app.get(Clock)))) {
    await app.get(ExtensionService).work();
  }
  const hasTerminal = process.stdout.isTTY;
  const admin = await app.get(FirstAdminService).ensure({ hasTerminal });
  // Before listening: if that fails, the generated password must not be lost.
  if (isFirstProcess()) await announceStart(environment, admin);
  await listen(app, environment);
}
