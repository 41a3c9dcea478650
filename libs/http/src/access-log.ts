import type {
  FastifyReply,
  FastifyRequest,
  onResponseHookHandler,
  onSendHookHandler,
} from 'fastify';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';
import { clientAddress } from './client-address/client-address.js';
import type { RequestContext } from './request-context.js';
import { logFieldsOf } from './request-id.js';

/**
 * Logs one line per completed request: at `info` if `ACCESS_LOG` is set, regardless of `LOG_LEVEL`,
 * otherwise at `debug`. The line has the route but not the URL, which may contain a search or a secret.
 *
 * @returns the hooks, unless neither is logged
 */
export function accessLog({ ACCESS_LOG }: Environment, logger: Logger): AccessLog | undefined {
  if (!ACCESS_LOG && !logger.isLevelEnabled('debug')) return undefined;
  const level = ACCESS_LOG ? 'info' : 'debug';
  const log = logger.child({ context: 'Access' }, { level });
  return {
    countBytes: (request, _reply, payload, done) => {
      done(null, isStream(payload) ? counted(payload, request.context) : payload);
    },
    write: (request, reply, done) => {
      log[level](entryOf(request, reply), `${request.method} ${routeOf(request)}`);
      done();
    },
  };
}

interface AccessLog {
  countBytes: onSendHookHandler;
  write: onResponseHookHandler;
}

function entryOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    ...logFieldsOf(request),
    client: clientAddress(request),
    key: request.context.keyStart ?? null,
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    bytes: request.method === 'HEAD' ? 0 : (request.context.bytesSent ?? lengthOf(reply)),
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

function counted(payload: Readable, context: RequestContext): Readable {
  context.bytesSent = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      context.bytesSent! += chunk.length;
      done(null, chunk);
    },
  });
  // Errors reach the stream's reader, so the callback has nothing to do.
  return pipeline(payload, counter, () => {});
}
