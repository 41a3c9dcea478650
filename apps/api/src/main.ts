import { Logger } from '@nestjs/common';
import cluster from 'node:cluster';
import { FirstAdminService } from '#libs/admin/src/accounts/first-admin.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { prepareDataDir } from '#libs/config/src/data-dir.js';
import { loadDotEnv } from '#libs/config/src/dot-env.js';
import type { Environment } from '#libs/config/src/environment.js';
import { environmentWarnings } from '#libs/config/src/environment-warnings.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { openDatabase, SERVER } from '#libs/database/src/open-database.js';
import { ExtensionService } from '#libs/events/src/occurrences/extension.service.js';
import { listen } from '#libs/http/src/listeners/listen.js';
import { createLogger, NestLogger } from '#libs/logging/src/logger.js';
import { seedSample } from '#libs/sample/src/seed-sample.js';
import { createApp } from './create-app.js';
import { Ending } from './ending.js';
import { Reloading } from './reloading.js';
import { tellStartFailure } from './start-failure.js';
import { tellStart } from './tell-start.js';
import { isFirstProcess, report, runWorkers } from './workers.js';

// What it writes holds keys and addresses.
process.umask(0o077);

let ending: Ending | undefined;
try {
  loadDotEnv();
  const environment = loadEnvironment(process.env);
  const logger = new NestLogger(createLogger(environment));
  Logger.overrideLogger(logger);
  if (cluster.isPrimary) {
    const warnings = environmentWarnings(process.env, environment);
    for (const warning of warnings) logger.warn(warning, 'Environment');
  }
  if (environment.WORKERS > 1 && cluster.isPrimary) {
    await runWorkers(environment);
  } else {
    ending = new Ending(environment);
    await start(environment, ending, new Reloading());
  }
} catch (error) {
  // What is closed under a start fails it.
  if (!ending?.hasBegun) {
    tellStartFailure(error);
    process.exit(1);
  }
}

async function start(
  environment: Environment,
  ending: Ending,
  reloading: Reloading,
): Promise<void> {
  await prepareDataDir(environment.DATA_DIR);
  const database = await openDatabase(environment, SERVER);
  const app = await createApp(environment, database);
  ending.watchOver(app);
  reloading.watchOver(app);
  void database.lost?.then((error) => {
    report('final');
    ending.fail(error);
  });
  await app.init();
  if (environment.SAMPLE_DATA && (await seedSample(database.database, app.get(Clock))) > 0) {
    await app.get(ExtensionService).extend();
  }
  const admin = await app.get(FirstAdminService).ensure();
  // Before listening: if that fails, a password that was made up must not be lost with it.
  if (isFirstProcess()) tellStart(environment, admin);
  await listen(app, environment);
  report('started');
}
