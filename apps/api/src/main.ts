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
import { banner } from './banner.js';
import { createApp } from './create-app.js';
import { Ending } from './ending.js';
import { explainStartFailure } from './start-failure.js';
import { isFirstProcess, reportStart, runWorkers } from './workers.js';

// What it writes holds keys and addresses.
process.umask(0o077);

let environment: Environment | undefined;
let ending: Ending | undefined;
try {
  loadDotEnv();
  environment = loadEnvironment(process.env);
  if (environment.WORKERS > 1 && cluster.isPrimary) {
    await runWorkers(environment);
  } else {
    ending = new Ending(environment);
    await start(environment, ending);
  }
} catch (error) {
  // What is closed under a start fails it.
  if (!ending?.hasBegun) {
    console.error(explainStartFailure(error, environment) ?? error);
    process.exit(1);
  }
}

async function start(environment: Environment, ending: Ending): Promise<void> {
  // Opening the database has things to tell before there is an app.
  Logger.overrideLogger(new NestLogger(createLogger(environment)));
  if (isFirstProcess()) {
    const logger = new Logger('Environment');
    for (const warning of environmentWarnings(process.env, environment)) logger.warn(warning);
  }
  await prepareDataDir(environment.DATA_DIR);
  const database = await openDatabase(environment, SERVER);
  const app = await createApp(environment, database);
  ending.watchOver(app);
  void database.lost?.then((error) => ending.fail(error));
  await app.init();
  if (environment.SAMPLE_DATA && (await seedSample(database.database, app.get(Clock))) > 0) {
    await app.get(ExtensionService).extend();
  }
  const admin = await app.get(FirstAdminService).ensure();
  // Before listening: if that fails, a password that was made up must not be lost with it.
  if (isFirstProcess()) process.stdout.write(banner(environment, admin));
  await listen(app, environment);
  reportStart();
}
