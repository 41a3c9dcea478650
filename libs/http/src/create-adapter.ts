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
import { beginsRequests } from './begin-request.js';
import { trustedProxies } from './client-address/trusted-proxies.js';
import { registerBodyParsers } from './body/body-parsers.js';
import { ConnectionLimits } from './listeners/connection-limits.js';
import { createServer, type SharedByServers } from './listeners/create-server.js';
import { publicListener } from './listeners/listener.js';
import { normalTarget } from './listeners/normal-target.js';
import { ServerCertificate } from './listeners/server-certificate.js';
import { UnsentResponses } from './overload/unsent-responses.js';
import { refusalOf } from './refuse-unfit.js';
import { requestNames } from './request-id.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** All servers that accept requests, one per address. */
    servers: Server[];
    sharedByServers: SharedByServers;
    unsentResponses: UnsentResponses;
  }
}

/** Creates the Fastify adapter with the limits, request ids and body parsers that every route needs. */
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
      instance.errorHandler(refusalOf(request) ?? error, request, reply);
    },
  });
  const begin = beginsRequests(environment);
  const instance = adapter.getInstance();
  instance.decorateRequest('context');
  instance.decorate('servers', [instance.server]);
  instance.decorate('sharedByServers', sharedByServers);
  instance.decorate('unsentResponses', new UnsentResponses());
  sharedByServers.certificate?.watch();
  registerBodyParsers(instance);
  return adapter;
}
