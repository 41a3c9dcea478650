import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '#libs/config/src/environment.js';
import { trustedProxies } from './client-address/trusted-proxies.js';
import { type TraceParent, requestOf } from './request-context.js';

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
    const { 'x-request-id': id } = headers;
    if (id === undefined || !isTrusted(socket.remoteAddress, 0)) return randomUUID();
    return typeof id === 'string' && REQUEST_ID.test(id) ? id : randomUUID();
  };
}

/** Reads the trace that a trusted proxy put a request in. */
export function readsTrace(environment: Environment): (request: FastifyRequest) => void {
  const isTrusted = trustedProxies(environment);
  return ({ headers, socket, context }) => {
    const { traceparent } = headers;
    if (traceparent === undefined || !isTrusted(socket.remoteAddress, 0)) return;
    context.traceParent = parse(String(traceparent));
    context.traceId = context.traceParent?.traceId;
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
export function logFieldsOf({ id, context: { traceId } }: FastifyRequest): {
  requestId: string;
  traceId?: string;
} {
  return { requestId: id, ...(traceId && { traceId }) };
}
