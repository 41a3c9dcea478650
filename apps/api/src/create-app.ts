import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Environment } from '#libs/config/src/environment.js';
import type { OpenDatabase } from '#libs/database/src/open-database.js';
import { createAdapter } from '#libs/http/src/create-adapter.js';
import { createLogger, NestLogger } from '#libs/logging/src/logger.js';
import { AppModule } from './app.module.js';
import { addHttpHooks, addServiceHooks } from './pipeline.js';
import { serveDocuments } from './openapi/serve-documents.js';

/** Composes the whole program, ready to listen. */
export async function createApp(
  environment: Environment,
  database: OpenDatabase,
): Promise<NestFastifyApplication> {
  const logger = await createLogger(environment);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(environment, database),
    createAdapter(environment, logger),
    { logger: new NestLogger(logger), bodyParser: false },
  );
  const tracing = environment.OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('#libs/tracing/src/start-tracing.js')).startTracing(app)
    : undefined;
  addHttpHooks(app.getHttpAdapter().getInstance(), environment, logger);
  addServiceHooks(app, tracing);
  serveDocuments(app, environment);
  return app;
}
