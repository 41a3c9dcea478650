import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { RequestListener, Server } from 'node:http';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';
import { logAccess } from './access-log.js';
import { trustedProxies } from './client-address/trusted-proxies.js';
import { registerBodyParsers } from './body/body-parsers.js';
import { answerPreflight, isPreflight } from './cors.js';
import { tellDeprecations } from './deprecation/tell-deprecations.js';
import { closeServers } from './draining/close-servers.js';
import { ApiError } from './errors/api-error.js';
import { forbidStoring } from './forbid-storing.js';
import { closeUnlessRead } from './listeners/close-gently.js';
import { ConnectionLimits } from './listeners/connection-limits.js';
import { createServer, type SharedByServers } from './listeners/create-server.js';
import { publicListener } from './listeners/listener.js';
import { misdirection } from './listeners/misdirected.js';
import { normalTarget } from './listeners/normal-target.js';
import { ServerCertificate } from './listeners/server-certificate.js';
import { rememberMethods } from './method-table.js';
import { serveInBatches } from './overload/serve-in-batches.js';
import { UnsentAnswers } from './overload/unsent-answers.js';
import { requestNames } from './request-id.js';
import { securityHeaders } from './security-headers.js';
import { checkSurfaces, surfaceOf } from './surfaces/surfaces.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** All servers that accept requests, one per address. */
    servers: Server[];
    sharedByServers: SharedByServers;
    unsentAnswers: UnsentAnswers;
  }
}

/** Creates the Fastify adapter with the limits, request ids and error handling that every route needs. */
export function createAdapter(environment: Environment, logger: Logger): FastifyAdapter {
  const sharedByServers: SharedByServers = {
    environment,
    connectionLimits: new ConnectionLimits(environment),
    certificate: ServerCertificate.of(environment),
  };
  const adapter = new FastifyAdapter({
    serverFactory: (handler: RequestListener) =>
      createServer(sharedByServers, publicListener(environment), handler),
    // The server has its own handler.
    clientErrorHandler: () => {},
    rewriteUrl: normalTarget,
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request would cost more than most requests log. Our log lines include the request id.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    trustProxy: trustedProxies(environment),
    genReqId: requestNames(environment),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // During shutdown, requests on open connections are still handled normally.
    return503OnClosing: false,
    // Fastify rejects malformed URLs before any hook or handler. Give them the same envelope.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      begin(request, reply);
      void instance.errorHandler(refusalOf(request) ?? error, request, reply);
    },
  });
  const instance = adapter.getInstance();
  instance.decorate('servers', [instance.server]);
  instance.decorate('sharedByServers', sharedByServers);
  instance.decorate('unsentAnswers', new UnsentAnswers());
  instance.addHook('preClose', () => closeServers(instance.servers));
  sharedByServers.certificate?.watch();
  instance.addHook('onClose', () => sharedByServers.certificate?.close());
  checkSurfaces(instance);
  rememberMethods(instance);
  forbidStoring(instance);
  registerBodyParsers(instance);

  const setSecurityHeaders = securityHeaders(environment);
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('X-Request-Id', request.id);
    setSecurityHeaders(request, reply);
  };
  instance.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    const refusal = refusalOf(request);
    if (refusal) return done(refusal);
    if (isPreflight(request)) return void answerPreflight(reply);
    if (
      environment.REQUIRE_HTTPS &&
      request.protocol !== 'https' &&
      !surfaceOf(request).allowsPlainHttp
    ) {
      return done(new ApiError('https_required', `Use HTTPS: ${environment.PUBLIC_URL}`));
    }
    done();
  });
  tellDeprecations(instance);
  serveInBatches(instance);
  instance.addHook('onResponse', ({ raw }, _reply, done) => {
    closeUnlessRead(raw);
    done();
  });
  logAccess(instance, environment, logger);
  instance.unsentAnswers.watch(instance);
  return adapter;
}

/** Returns the reason to refuse a request on any route. */
function refusalOf(request: FastifyRequest): ApiError | undefined {
  return request.raw.refusal ?? misdirection(request);
}
