import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '#libs/config/src/environment.js';
import { trustedProxies } from './client-address/trusted-proxies.js';

declare module 'http' {
  interface IncomingMessage {
    /** The trace that the request is part of, as a trusted proxy tells it (W3C Trace Context). */
    traceId?: string;
  }
}

/** What proxies use: UUIDs, and ids such as `Root=1-67891233-abcdef012345678912345678`. */
const ID = /^[\w.:=/+-]{1,128}$/;
/** Version, trace, parent and flags; a trace of zeros is none. */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Names each request: as a trusted proxy does in `X-Request-Id`, so that the proxy's log and ours tell of
 * it by the same name, or else by an id of our own. Others may say what they want.
 */
export function requestNames(environment: Environment): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(environment);
  return (request) => {
    const { headers, socket } = request;
    const { 'x-request-id': id, traceparent } = headers;
    if ((id ?? traceparent) === undefined || !isTrusted(socket.remoteAddress, 0))
      return randomUUID();
    request.traceId = TRACEPARENT.exec(String(traceparent))?.[1];
    return typeof id === 'string' && ID.test(id) ? id : randomUUID();
  };
}

/** What each line of the log that tells of a request has of it. */
export function logFieldsOf({ id, raw }: FastifyRequest): { requestId: string; traceId?: string } {
  return { requestId: id, ...(raw.traceId && { traceId: raw.traceId }) };
}
