import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from '@nestjs/common';
import { diag, type Span, SpanKind } from '@opentelemetry/api';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { tracingChannel } from 'node:diagnostics_channel';
import { VERSION } from '#libs/config/src/project-root.js';
import { DeliverySender } from '#libs/mail/src/deliveries/delivery-sender.js';
import { MailTransport } from '#libs/mail/src/transport/mail-transport.js';
import { requestSpans, type RequestSpans } from './request-spans.js';
import { Spans, end } from './spans.js';
import { traceStatements } from './statement-spans.js';
import { LoggingExporter } from './logging-exporter.js';

/** Maximum time to send pending spans at shutdown, in milliseconds. */
const FLUSH_MS = 2_000;
/** Maximum length of a recorded statement, in characters. Generated statements can be long. */
const LONGEST_ATTRIBUTE = 2_000;

/** Hooks of the pipeline. */
export interface Tracing extends RequestSpans {
  /** Sends pending spans at shutdown. */
  flush(): Promise<void>;
}

/**
 * Exports spans of requests and emails, and of their SQL statements and Redis commands, to the
 * collector in `OTEL_EXPORTER_OTLP_ENDPOINT`, as OTLP over HTTP in JSON. Other OpenTelemetry
 * variables work as specified, for example `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and
 * `OTEL_BSP_MAX_QUEUE_SIZE` (2,048 spans by default). Spans beyond the queue size are dropped, so
 * that an unresponsive collector does not slow down requests.
 *
 * Import this module only if tracing is enabled, because it loads OpenTelemetry.
 */
export function startTracing(app: NestFastifyApplication): Tracing {
  // OpenTelemetry reports invalid variables while it reads them, and uses their defaults.
  const warn = (message: string) => new Logger('Tracing').warn(message);
  const ignore = () => {};
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'minnesota-directory',
          'service.version': VERSION,
          'host.name': hostname(),
          'process.pid': process.pid,
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    spanProcessors: [new BatchSpanProcessor(new LoggingExporter(new OTLPTraceExporter()))],
  });
  diag.disable();
  const spans = new Spans(provider.getTracer('minnesota-directory', VERSION));
  traceStatements(spans);
  traceCommands(spans);
  traceDeliveries(app, spans);
  return {
    ...requestSpans(spans),
    flush: async () => {
      // A failure to reach the collector has already been logged.
      await Promise.race([provider.shutdown().catch(() => {}), delay(FLUSH_MS)]);
    },
  };
}

interface CommandEvent {
  command: string;
  error?: unknown;
}

/**
 * Records a span for each Redis command of a request, without its arguments. Uses the diagnostics
 * channel of ioredis.
 */
function traceCommands(spans: Spans): void {
  const open = new WeakMap<object, Span>();
  tracingChannel<unknown, CommandEvent>('ioredis:command').subscribe({
    start(event) {
      const name = event.command.toUpperCase();
      const span = spans.beginChild({
        name,
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'redis', 'db.operation.name': name },
      });
      if (span) open.set(event, span);
    },
    asyncEnd(event) {
      const span = open.get(event);
      if (span) end(span, event.error);
    },
    end() {},
    asyncStart() {},
    error() {},
  });
}

/**
 * Records a trace for each attempt to send an email. The request that caused the email has ended, so
 * the trace contains only its id, and neither the recipient nor the content.
 */
function traceDeliveries(app: NestFastifyApplication, spans: Spans): void {
  const sender = app.get(DeliverySender, { strict: false });
  const send = sender.send.bind(sender);
  sender.send = async (delivery) => {
    const { kind, attempt, httpRequestId } = delivery;
    const span = spans.begin({
      name: `send ${kind}`,
      kind: SpanKind.INTERNAL,
      attributes: {
        'mail.kind': kind,
        'mail.attempt': attempt,
        ...(httpRequestId && { 'request.id': httpRequestId }),
      },
    });
    try {
      await spans.within(span, () => send(delivery));
    } finally {
      end(span);
    }
  };

  const transport = app.get(MailTransport, { strict: false });
  const handOver = transport.send.bind(transport);
  transport.send = async (mail, signal) => {
    const span = spans.beginChild({
      name: 'mail transport',
      kind: SpanKind.CLIENT,
      attributes: {},
    });
    let failure: unknown;
    try {
      await handOver(mail, signal);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      if (span) end(span, failure);
    }
  };
}
