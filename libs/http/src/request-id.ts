import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '#libs/config/src/environment.js';
import { trustedProxies } from './client-address/trusted-proxies.js';
import { requestOf } from './exchange.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** Trace id sent by a trusted proxy or created by this server. */
    traceId?: string;
    /** Parent span sent by a trusted proxy (W3C Trace Context). */
    traceParent?: TraceParent;
  }
}

/** Trace context with OpenTelemetry's field names. */
interface TraceParent {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote: true;
}

/** Accepted request ids: UUIDs and ids such as `Root=1-67891233-abcdef012345678912345678`. */
export const REQUEST_ID = /^[\w.:=/+-]{1,128}$/;
/** Version, trace id, parent id and flags. All zeros are invalid. */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/**
 * Assigns each request an id. A trusted proxy's `X-Request-Id` is kept, so that the logs of the proxy and
 * this server match; otherwise the id is generated. Ids from other clients are ignored.
 */
export function requestNames(environment: Environment): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(environment);
  return (request) => {
    const { headers, socket } = request;
    const { 'x-request-id': id, traceparent } = headers;
    if ((id ?? traceparent) === undefined || !isTrusted(socket.remoteAddress, 0))
      return randomUUID();
    request.traceParent = parse(String(traceparent));
    request.traceId = request.traceParent?.traceId;
    return typeof id === 'string' && REQUEST_ID.test(id) ? id : randomUUID();
  };
}

function parse(traceparent: string): TraceParent | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
}

/** Injects the request id, as in the log and in `X-Request-Id`, into a handler parameter. */
export const RequestId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => requestOf(context).id,
);

/** Returns the fields that identify a request in a log line. */
export function logFieldsOf({ id, raw }: FastifyRequest): { requestId: string; traceId?: string } {
  return { requestId: id, ...(raw.traceId && { traceId: raw.traceId }) };
}
