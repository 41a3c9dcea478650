import { Controller, Get, Header, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { BODY } from './body.ts';

/** Bare Nest on Fastify, sending the same bytes. */
@Controller('api/v1/businesses')
class PageController {
  @Get()
  @Header('content-type', 'application/json')
  get(): Buffer {
    return BODY;
  }
}

@Module({ controllers: [PageController] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: false,
});
await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
