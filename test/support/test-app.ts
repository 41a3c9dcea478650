import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';
import { createAdapter } from '#libs/http/src/create-adapter.js';

/** A module's application on the adapter that the program uses, and silent. */
export function createTestApp(
  module: Type,
  environment: Environment,
): Promise<NestFastifyApplication> {
  return NestFactory.create(module, createAdapter(environment, pino({ level: 'silent' })), {
    logger: false,
    bodyParser: false,
  });
}
