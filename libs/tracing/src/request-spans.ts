import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type {
  FastifyReply,
  FastifyRequest,
  onResponseHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import { traitsOf } from '#libs/http/src/surfaces/surfaces.js';
import { now, type Spans } from './spans.js';

/**
 * Records a span for each request, except probes and `/metrics`. The span contains the route
 * instead of the URL, which may contain search terms, and nothing that identifies the client.
 */
export function requestSpans(spans: Spans): RequestSpans {
  const started = new WeakSet<FastifyRequest>();
  const beginInHandler: preHandlerHookHandler = (request, reply, done) => {
    if (isOfWatchers(request)) return done();
    const span = begin(request, reply, spans);
    started.add(request);
    // Link the log lines of the request to its trace.
    if (span.isRecording()) request.context.traceId = span.spanContext().traceId;
    // This also fires if the client disconnects.
    reply.raw.once('close', () => end(span, reply));
    spans.within(span, done);
  };
  const recordRefused: onResponseHookHandler = (request, reply, done) => {
    if (!started.has(request) && !isOfWatchers(request)) end(begin(request, reply, spans), reply);
    done();
  };
  return { beginInHandler, recordRefused };
}

export interface RequestSpans {
  beginInHandler: preHandlerHookHandler;
  /** Records the requests that were refused before the handler ran. */
  recordRefused: onResponseHookHandler;
}

function isOfWatchers(request: FastifyRequest): boolean {
  return traitsOf(request).allowsPlainHttp;
}

function begin(request: FastifyRequest, reply: FastifyReply, spans: Spans): Span {
  const { method, id, protocol, raw, routeOptions, context } = request;
  const route = routeOptions.url;
  return spans.begin(
    {
      name: route ? `${method} ${route}` : method,
      kind: SpanKind.SERVER,
      startTime: now() - reply.elapsedTime,
      attributes: {
        'http.request.method': method,
        ...(route && { 'http.route': route }),
        'url.scheme': protocol,
        'network.protocol.version': raw.httpVersion,
        'request.id': id,
      },
    },
    context.traceParent,
  );
}

function end(span: Span, { raw, statusCode }: FastifyReply): void {
  if (raw.writableFinished) {
    span.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) {
      span.setAttribute('error.type', String(statusCode));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
  } else {
    span.setAttribute('error.type', 'client_left');
  }
  span.end(now());
}
