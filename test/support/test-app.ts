import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Logger, pino } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';
import { createAdapter } from '#libs/http/src/create-adapter.js';

/** Creates an application from a module, on the program's HTTP adapter. Silent unless given a log. */
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
