import { Catch, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '#libs/config/src/environment.js';
import { ErrorFilter } from '#libs/http/src/errors/error.filter.js';
import { ErrorPages } from '#libs/http/src/errors/error-pages.js';
import { surfaceOf } from '#libs/http/src/surfaces/surfaces.js';
import { RateLimitGuard } from './rate-limit.guard.js';

/**
 * Brings requests that failed before any guard ran (no such route, a body that cannot be read) to
 * the limiter, so that they count and bear its headers like all others.
 */
@Catch()
export class RateLimitErrorFilter extends ErrorFilter {
  constructor(
    environment: Environment,
    private readonly guard: RateLimitGuard,
    @Optional() pages?: ErrorPages,
  ) {
    super(environment, pages);
  }

  protected override answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (request.rateLimit || !surfaceOf(request).budget) {
      return super.answer(thrown, request, reply);
    }
    void this.guard
      .count(request, reply)
      .then(() => thrown)
      .catch((refusal: unknown) => refusal)
      .then((error) => super.answer(error, request, reply));
  }
}
