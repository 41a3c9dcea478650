import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';
import { clientAddress } from './client-address/client-address.js';
import { logFieldsOf } from './request-id.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The first characters of the request's API key, set once the key has been verified. */
    keyStart?: string;
  }
  interface FastifyReply {
    /** Body bytes sent so far, for a streamed response whose length is not known in advance. */
    bytesSent?: number;
  }
}

/**
 * Logs one line per completed request: at `info` if `ACCESS_LOG` is set, regardless of `LOG_LEVEL`,
 * otherwise at `debug`. The line has the route but not the URL, which may contain a search or a secret.
 */
export function logAccess(
  instance: FastifyInstance,
  { ACCESS_LOG }: Environment,
  logger: Logger,
): void {
  if (!ACCESS_LOG && !logger.isLevelEnabled('debug')) return;
  const level = ACCESS_LOG ? 'info' : 'debug';
  const log = logger.child({ context: 'Access' }, { level });
  instance.addHook('onSend', (_request, reply, payload, done) => {
    done(null, isStream(payload) ? counted(payload, reply) : payload);
  });
  instance.addHook('onResponse', (request, reply, done) => {
    log[level](entryOf(request, reply), `${request.method} ${routeOf(request)}`);
    done();
  });
}

function entryOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    ...logFieldsOf(request),
    client: clientAddress(request),
    key: request.keyStart ?? null,
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    bytes: request.method === 'HEAD' ? 0 : (reply.bytesSent ?? lengthOf(reply)),
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
  };
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? '(no route)';
}

function lengthOf(reply: FastifyReply): number {
  return Number(reply.getHeader('content-length') ?? 0);
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as Readable | null)?.pipe === 'function';
}

function counted(payload: Readable, reply: FastifyReply): Readable {
  reply.bytesSent = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      reply.bytesSent! += chunk.length;
      done(null, chunk);
    },
  });
  // Errors reach the stream's reader, so the callback has nothing to do.
  return pipeline(payload, counter, () => {});
}
