import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { surfaceOf } from '#libs/http/src/surfaces/surfaces.js';
import { RateLimitGuard } from './rate-limit.guard.js';

/** Adds rate-limit headers to API responses that are not counted, such as CORS preflights. */
@Injectable()
export class HeaderHook implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly guard: RateLimitGuard,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (request.rateLimit || surfaceOf(request).budget !== 'api') return done(null, payload);
      this.guard.peek(request, reply).then(
        () => done(null, payload),
        (error: Error) => done(error),
      );
    });
  }
}
