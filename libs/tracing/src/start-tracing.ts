import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { VERSION } from '#libs/config/src/project-root.js';
import { traceCommands } from './command-spans.js';
import { traceDeliveries } from './delivery-spans.js';
import { requestSpans, type RequestSpans } from './request-spans.js';
import { Spans } from './spans.js';
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
