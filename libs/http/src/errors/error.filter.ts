import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '#libs/config/src/environment.js';
import {
  DeadlineMissedError,
  isDatabaseUnavailable,
  isStoppedStatement,
} from '#libs/database/src/database-errors.js';
import { failure } from '../envelope.js';
import { replyOf, requestOf } from '../request-context.js';
import { logFieldsOf } from '../request-id.js';
import { OverloadError } from '../overload/overload.error.js';
import { traitsOf } from '../surfaces/surfaces.js';
import { ApiError } from './api-error.js';
import { ErrorPages, isForPeople } from './error-pages.js';
import { oauthFailure } from './oauth-failure.js';
import { toApiError } from './to-api-error.js';

/** Turns every handler or framework error into the envelope, an error page or an OAuth error. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);
  /** Errors already logged. Requests that share a read fail with the same error. */
  private readonly logged = new WeakSet<WeakKey>();

  constructor(
    private readonly environment: Environment,
    @Optional() private readonly pages?: ErrorPages,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): unknown {
    return this.respond(thrown, requestOf(host), replyOf(host));
  }

  protected respond(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toApiError(thrown, request);
    if (error.getStatus() >= 500) this.note(thrown, error, request);
    else if (request.socket.destroyed) {
      // Log the route, not the URL, which may contain a secret.
      const { method, routeOptions } = request;
      const message = `${method} ${routeOptions.url} aborted by the client: ${error.message}`;
      this.logger.debug({ ...logFieldsOf(request), message });
    }
    void reply
      .status(error.getStatus())
      .headers(error.headers)
      .header('Cache-Control', 'no-store')
      // The route may have declared another type.
      .type('application/json; charset=utf-8');
    // Fastify closes the connection of a body that it can't parse. If Node can read what follows,
    // `closeUnlessRead` drains the body instead.
    if (reply.hasHeader('Connection') && reply.raw.shouldKeepAlive !== false) {
      void reply.removeHeader('Connection');
    }
    if (request.routeOptions.config?.failures === 'oauth') {
      const { status, body } = oauthFailure(error);
      return void reply.status(status).send(body);
    }
    const envelope = () => reply.send(failure(error, request.id, this.documentationFor(request)));
    if (!this.pages || !isForPeople(request)) return void envelope();
    this.pages.render(error, request).then(
      ({ html, headers }) =>
        void reply.headers(headers).type('text/html; charset=utf-8').send(html),
      (failure: unknown) => {
        const message = 'Could not render the error page.';
        this.logger.error({ ...logFieldsOf(request), message }, failure, ErrorFilter.name);
        void envelope();
      },
    );
  }

  private documentationFor(request: FastifyRequest): string {
    const { PUBLIC_URL, ADMIN_URL } = this.environment;
    const traits = traitsOf(request);
    // A public listener must not disclose the one for admins.
    const isForAdmins =
      traits.listener === 'admin' && (request.raw.arrival?.serves(traits) ?? true);
    return isForAdmins ? `${ADMIN_URL}/admin/docs` : `${PUBLIC_URL}/docs`;
  }

  /** Logs an unexpected error. Refusals are not logged, because a line each would add to an attack. */
  private note(thrown: unknown, error: ApiError, request: FastifyRequest): void {
    const what = `${request.method} ${request.routeOptions.url}`;
    const line = (message: string) => ({ ...logFieldsOf(request), message });
    if (error instanceof OverloadError) {
      request.context.shedFor = error.bottleneck;
    } else if (thrown instanceof DeadlineMissedError) {
      request.context.shedFor = 'database_deadline';
    } else if (
      thrown instanceof ApiError ||
      (isDatabaseUnavailable(thrown) && !isStoppedStatement(thrown))
    ) {
      // A deliberate refusal, or an outage that the database client logs itself.
      this.logger.debug(line(`${what}: ${(thrown as Error).message}`));
    } else if (!this.wasLogged(thrown)) {
      this.logger.error(line(what), thrown, ErrorFilter.name);
    }
  }

  private wasLogged(thrown: unknown): boolean {
    if (typeof thrown !== 'object' || thrown === null) return false;
    if (this.logged.has(thrown)) return true;
    this.logged.add(thrown);
    return false;
  }
}
