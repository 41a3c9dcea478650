import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import { RequestContext } from './request-context.js';
import { readsTrace } from './request-id.js';
import { securityHeaders } from './security-headers.js';

/** Creates the context of a request and sets the headers that every response has. */
export function beginsRequests(
  environment: Environment,
): (request: FastifyRequest, reply: FastifyReply, done?: () => void) => void {
  const readTrace = readsTrace(environment);
  const setSecurityHeaders = securityHeaders(environment);
  return (request, reply, done) => {
    request.context = new RequestContext();
    readTrace(request);
    void reply.header('X-Request-Id', request.id);
    setSecurityHeaders(request, reply);
    done?.();
  };
}
