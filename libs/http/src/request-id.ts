import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '#libs/config/src/environment.js';
import { trustedProxies } from './client-address/trusted-proxies.js';
import { requestOf } from './exchange.js';

declare module 'http' {
  interface IncomingMessage {
    /** The trace that the request is part of: a trusted proxy's, or one that was begun here. */
    traceId?: string;
    /** What a trusted proxy has begun, and this request continues (W3C Trace Context). */
    traceParent?: TraceParent;
  }
}

/** As OpenTelemetry names it. */
interface TraceParent {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote: true;
}

/** What proxies use: UUIDs, and ids such as `Root=1-67891233-abcdef012345678912345678`. */
export const REQUEST_ID = /^[\w.:=/+-]{1,128}$/;
/** Version, trace, parent and flags; a trace of zeros is none. */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

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

/** For a handler's parameter: what the request is called, in the log and in `X-Request-Id`. */
export const RequestId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => requestOf(context).id,
);

/** What each line of the log that tells of a request has of it. */
export function logFieldsOf({ id, raw }: FastifyRequest): { requestId: string; traceId?: string } {
  return { requestId: id, ...(raw.traceId && { traceId: raw.traceId }) };
}
