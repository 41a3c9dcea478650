import { Logger } from '@nestjs/common';
import cluster from 'node:cluster';
import { environmentWarnings } from '#libs/config/src/environment-warnings.js';
import { loadEnvironment, loadDotEnv } from '#libs/config/src/load-environment.js';
import { openDatabase, SERVER } from '#libs/database/src/open-database.js';
import { createLogger, NestLogger } from '#libs/logging/src/logger.js';
import { Ending } from './ending.js';
import { Reloading } from './reloading.js';
import { reportStartFailure } from './start-failure.js';
import { report, runWorkers } from './workers.js';

// The program writes files that contain keys and email addresses.
process.umask(0o077);

let ending: Ending | undefined;
try {
  loadDotEnv();
  const environment = loadEnvironment(process.env);
  const logger = new NestLogger(await createLogger(environment));
  Logger.overrideLogger(logger);
  if (cluster.isPrimary) {
    const warnings = environmentWarnings(process.env, environment);
    for (const warning of warnings) logger.warn(warning, 'Environment');
  }
  if (environment.WORKERS > 1 && cluster.isPrimary) {
    await runWorkers(environment);
  } else {
    const shutdown = (ending = new Ending(environment));
    const reloading = new Reloading();
    // The rest of the program loads while the database opens.
    const [database, { start }] = await Promise.all([
      openDatabase(environment, SERVER),
      import('./start.js'),
    ]);
    await start(environment, database, (app) => {
      shutdown.watchOver(app);
      reloading.watchOver(app);
      void database.lost?.then((error) => {
        report('final');
        shutdown.fail(error);
      });
    });
    report('started');
  }
} catch (error) {
  // A shutdown during startup makes `start` reject, which is no failure.
  if (!ending?.hasStarted) {
    await reportStartFailure(error);
    process.exit(1);
  }
}
