import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '#libs/config/src/environment.js';
import {
  DeadlineMissedError,
  isDatabaseUnavailable,
  isStoppedStatement,
} from '#libs/database/src/database-errors.js';
import { failure } from '../envelope.js';
import { replyOf, requestOf } from '../exchange.js';
import { OverloadError } from '../overload/overload.error.js';
import { ApiError } from './api-error.js';
import { ErrorPages, isForPeople } from './error-pages.js';
import { oauthFailure } from './oauth-failure.js';
import { toApiError } from './to-api-error.js';

/** Turns every failure, of a handler or of the framework before it, into the envelope, a page, or what OAuth clients read. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);
  /** Requests that wait for the same read fail with the same error. */
  private readonly logged = new WeakSet<WeakKey>();

  constructor(
    private readonly environment: Environment,
    @Optional() private readonly pages?: ErrorPages,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): unknown {
    return this.answer(thrown, requestOf(host), replyOf(host));
  }

  protected answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toApiError(thrown, request);
    if (error.getStatus() >= 500) this.note(thrown, error, request);
    else if (request.socket.destroyed) {
      // Not the address: some hold a secret.
      const { id, method, routeOptions } = request;
      this.logger.debug(`${id} ${method} ${routeOptions.url} left: ${error.message}`);
    }
    void reply.status(error.getStatus()).headers(error.headers).header('Cache-Control', 'no-store');
    if (request.routeOptions.config?.failures === 'oauth') {
      const { status, body } = oauthFailure(error);
      return void reply.status(status).send(body);
    }
    const envelope = () =>
      reply.send(failure(error, request.id, `${this.environment.PUBLIC_URL}/docs`));
    if (!this.pages || !isForPeople(request)) return void envelope();
    this.pages.render(error, request).then(
      ({ html, headers }) =>
        void reply.headers(headers).type('text/html; charset=utf-8').send(html),
      (failure: unknown) => {
        this.logger.error(`${request.id}: the page of an error cannot be made.`, failure);
        void envelope();
      },
    );
  }

  /** One line for each of very many requests would be part of the problem. */
  private note(thrown: unknown, error: ApiError, request: FastifyRequest): void {
    const what = `${request.id} ${request.method} ${request.routeOptions.url}`;
    if (error instanceof OverloadError) {
      request.shedFor = error.bottleneck;
    } else if (thrown instanceof DeadlineMissedError) {
      request.shedFor = 'database_deadline';
    } else if (isDatabaseUnavailable(thrown) && !isStoppedStatement(thrown)) {
      // The database's own line in the log tells of it.
      this.logger.debug(`${what}: ${(thrown as Error).message}`);
    } else if (thrown instanceof ApiError) {
      // What the program refuses by itself is no fault with a stack to look into.
      this.logger.warn(`${what}: ${thrown.message}`);
    } else if (!this.wasLogged(thrown)) {
      this.logger.error(what, thrown, ErrorFilter.name);
    }
  }

  private wasLogged(thrown: unknown): boolean {
    if (typeof thrown !== 'object' || thrown === null) return false;
    if (this.logged.has(thrown)) return true;
    this.logged.add(thrown);
    return false;
  }
}
