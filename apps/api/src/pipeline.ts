import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AdminGuard } from '#libs/admin/src/sessions/admin.guard.js';
import { SignInThrottle, throttleSignIns } from '#libs/admin/src/sessions/sign-in-throttle.js';
import type { Environment } from '#libs/config/src/environment.js';
import { accessLog } from '#libs/http/src/access-log.js';
import { AccessGuard } from '#libs/http/src/access.guard.js';
import { beginsRequests } from '#libs/http/src/begin-request.js';
import { respondToPreflight } from '#libs/http/src/cors.js';
import { announceDeprecation, listDeprecations } from '#libs/http/src/deprecation/deprecations.js';
import { closeServers } from '#libs/http/src/draining/close-servers.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';
import { closeUnlessRead } from '#libs/http/src/listeners/close-gently.js';
import { rememberMethods } from '#libs/http/src/method-table.js';
import { NegotiationGuard } from '#libs/http/src/negotiation.guard.js';
import { omitLengthOfNotModified } from '#libs/http/src/not-modified.js';
import { batchHooks } from '#libs/http/src/overload/serve-in-batches.js';
import { refuseUnfit, requireHttps } from '#libs/http/src/refuse-unfit.js';
import { settleTraits, forbidStoring } from '#libs/http/src/surfaces/surfaces.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { QueryParametersInterceptor } from '#libs/http/src/validation/query-parameters.interceptor.js';
import { RequestMetrics } from '#libs/metrics/src/request-metrics.js';
import { ShedRequests } from '#libs/metrics/src/shed-requests.js';
import { RateLimitErrorFilter } from '#libs/rate-limit/src/rate-limit-error.filter.js';
import { RateLimitGuard, addMissingHeaders } from '#libs/rate-limit/src/rate-limit.guard.js';
import { TrafficRecorder } from '#libs/rate-limit/src/traffic/traffic-recorder.js';
import type { Tracing } from '#libs/tracing/src/start-tracing.js';

/*
 * The request pipeline. A request passes the hooks of `onRequest`, body parsing, `preHandler`, the
 * guards, the interceptor, the pipe and its handler; then the hooks of `onSend` and `onResponse`.
 * An error at any point goes to the filter. Hooks of one event run in the order of this file.
 */

/** Adds the hooks that need no service. Unit specs run on these alone. */
export function addHttpHooks(
  fastify: FastifyInstance,
  environment: Environment,
  logger: Logger,
): void {
  const batches = batchHooks();
  const log = accessLog(environment, logger);
  const { unsentResponses, sharedByServers, servers } = fastify;

  // A route, when it is registered.
  fastify.addHook('onRoute', settleTraits);
  fastify.addHook('onRoute', rememberMethods(fastify));
  fastify.addHook('onRoute', omitLengthOfNotModified);
  fastify.addHook('onRoute', listDeprecations(fastify));

  fastify.addHook('onRequest', beginsRequests(environment));
  fastify.addHook('onRequest', refuseUnfit);
  fastify.addHook('onRequest', respondToPreflight);
  fastify.addHook('onRequest', requireHttps(environment));
  fastify.addHook('onRequest', announceDeprecation);
  fastify.addHook('onRequest', batches.admit);

  fastify.addHook('onSend', forbidStoring);
  fastify.addHook('onSend', batches.hold);
  if (log) fastify.addHook('onSend', log.countBytes);
  fastify.addHook('onSend', unsentResponses.count);

  fastify.addHook('onResponse', closeUnlessRead);
  if (log) fastify.addHook('onResponse', log.write);

  unsentResponses.start();
  fastify.addHook('preClose', () => closeServers(servers));
  fastify.addHook('onClose', () => sharedByServers.certificate?.close());
  fastify.addHook('onClose', () => unsentResponses.stop());
}

/** Adds the hooks of services, which run after the others of the same event. */
export function addServiceHooks(app: NestFastifyApplication, tracing: Tracing | undefined): void {
  const fastify = app.getHttpAdapter().getInstance();

  fastify.addHook('onRequest', throttleSignIns(app.get(SignInThrottle)));
  if (tracing) fastify.addHook('preHandler', tracing.beginInHandler);
  fastify.addHook('onSend', addMissingHeaders(app.get(RateLimitGuard)));
  fastify.addHook('onSend', app.get(DrainingService).closeConnections);
  fastify.addHook('onResponse', app.get(RequestMetrics).count);
  fastify.addHook('onResponse', app.get(ShedRequests).count);
  fastify.addHook('onResponse', app.get(TrafficRecorder).count);
  if (tracing) fastify.addHook('onResponse', tracing.recordRefused);
  if (tracing) fastify.addHook('onClose', tracing.flush);
}

/** Stages that need no service. */
export const HTTP_STAGES: Provider[] = [
  { provide: APP_GUARD, useClass: AccessGuard },
  { provide: APP_GUARD, useClass: NegotiationGuard },
  { provide: APP_INTERCEPTOR, useClass: QueryParametersInterceptor },
  { provide: APP_PIPE, useClass: InputPipe },
];

/**
 * Guards, interceptors, pipes and filters of every route. `@CachesResponse()` adds its
 * `CachedResponseGuard` and `ResponseCacheInterceptor` after these.
 */
export const STAGES: Provider[] = [
  { provide: APP_GUARD, useExisting: RateLimitGuard },
  ...HTTP_STAGES,
  { provide: APP_GUARD, useClass: AdminGuard },
  { provide: APP_FILTER, useClass: RateLimitErrorFilter },
];
