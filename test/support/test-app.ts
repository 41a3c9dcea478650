import { Module, type ModuleMetadata } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Logger, pino } from 'pino';
import { ConfigModule } from '#libs/config/src/config.module.js';
import type { Environment } from '#libs/config/src/environment.js';
import { createAdapter } from '#libs/http/src/create-adapter.js';
import { ErrorFilter } from '#libs/http/src/errors/error.filter.js';
import { addHttpHooks, HTTP_STAGES } from '../../apps/api/src/pipeline.ts';
import { later } from './later.ts';

export { addHttpHooks, HTTP_STAGES };

/** Creates an application behind the stages of the program that need no service. Silent unless given a log. */
export async function createTestApp(
  { imports = [], providers = [], controllers }: ModuleMetadata,
  environment: Environment,
  logger: Logger = pino({ level: 'silent' }),
): Promise<NestFastifyApplication> {
  @Module({
    imports: [ConfigModule.forRoot(environment), ...imports],
    providers: [...HTTP_STAGES, { provide: APP_FILTER, useClass: ErrorFilter }, ...providers],
    controllers,
  })
  class TestApp {}
  const app = await NestFactory.create<NestFastifyApplication>(
    TestApp,
    createAdapter(environment, logger),
    { logger: false, bodyParser: false },
  );
  addHttpHooks(app.getHttpAdapter().getInstance(), environment, logger);
  return app;
}

/** Provides such an application to all tests of a suite, ready for `inject`. */
export function useTestApp(
  parts: ModuleMetadata,
  environment: Environment,
): NestFastifyApplication {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await createTestApp(parts, environment);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(() => app.close());
  return later(() => app);
}
