import { Catch, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '#libs/config/src/environment.js';
import { ErrorFilter } from '#libs/http/src/errors/error.filter.js';
import { ErrorPages } from '#libs/http/src/errors/error-pages.js';
import { RateLimitGuard } from './rate-limit.guard.js';

/**
 * Counts requests that failed before any guard ran, such as an unknown route or an unreadable body, and
 * adds the rate-limit headers to their responses.
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

  protected override respond(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (request.context.rateLimit) return super.respond(thrown, request, reply);
    void this.guard
      .count(request, reply)
      .then(() => thrown)
      .catch((refusal: unknown) => refusal)
      .then((error) => super.respond(error, request, reply));
  }
}
