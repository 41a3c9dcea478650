import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '#libs/config/src/environment.js';
import { failure } from '../envelope.js';
import { replyOf, requestOf } from '../exchange.js';
import { OverloadError } from '../overload/overload.error.js';
import { toApiError } from './to-api-error.js';

/** Turns every failure, of a handler or of the framework before it, into the envelope. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  constructor(private readonly environment: Environment) {}

  catch(thrown: unknown, host: ArgumentsHost): unknown {
    return this.answer(thrown, requestOf(host), replyOf(host));
  }

  protected answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toApiError(thrown, request);
    if (error instanceof OverloadError) {
      // One line for each of very many requests would be part of the problem.
      request.shedFor = error.bottleneck;
    } else if (error.getStatus() >= 500) {
      this.logger.error(
        `${request.id} ${request.method} ${request.routeOptions.url}`,
        thrown,
        ErrorFilter.name,
      );
    }
    void reply
      .status(error.getStatus())
      .headers(error.headers)
      .header('Cache-Control', 'no-store')
      .send(failure(error, request.id, `${this.environment.PUBLIC_URL}/docs`));
  }
}
