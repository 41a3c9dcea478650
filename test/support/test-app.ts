import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Logger, pino } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';
import { createAdapter } from '#libs/http/src/create-adapter.js';

/** A module's application on the adapter that the program uses, and silent unless it is given a log. */
export function createTestApp(
  module: Type,
  environment: Environment,
  logger: Logger = pino({ level: 'silent' }),
): Promise<NestFastifyApplication> {
  return NestFactory.create(module, createAdapter(environment, logger), {
    logger: false,
    bodyParser: false,
  });
}
