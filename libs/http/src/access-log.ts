import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';
import { clientAddress } from './client-address/client-address.js';
import { logFieldsOf } from './request-id.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** How people recognise the key of a request, once it was found valid: its first characters. */
    keyStart?: string;
  }
  interface FastifyReply {
    /** The bytes of the body sent so far, for an answer whose length is not known beforehand. */
    bytesSent?: number;
  }
}

/**
 * Writes a line for each request that was answered: with `ACCESS_LOG` whatever `LOG_LEVEL` says, and at
 * `LOG_LEVEL=debug` as one of the lines of that level. It has the route and not the address, which may
 * hold what a caller searched for, or a secret.
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
  // Whoever reads the counter is told of the failure of either.
  return pipeline(payload, counter, () => {});
}
