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
import { VERSION } from '#libs/config/src/version.js';
import { traceCommands } from './command-spans.js';
import { traceDeliveries } from './delivery-spans.js';
import { traceRequests } from './request-spans.js';
import { Spans } from './spans.js';
import { traceStatements } from './statement-spans.js';
import { ToldExporter } from './told-exporter.js';

/** What waits for the collector at the end has this long, in milliseconds. */
const FLUSH_MS = 2_000;
/** The longest statement that is recorded, in characters: those put together can be long. */
const LONGEST_ATTRIBUTE = 2_000;

/**
 * Sends spans of requests and mails, and of the statements and Redis commands that they cause, to the
 * collector of `OTEL_EXPORTER_OTLP_ENDPOINT`, as OTLP over HTTP in JSON. The other variables of
 * OpenTelemetry's SDK hold as its specification says, such as `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`
 * and `OTEL_BSP_MAX_QUEUE_SIZE` (2,048 spans by default): what is beyond is dropped, so that a collector
 * that does not answer costs no request anything.
 *
 * To be imported only where it is wanted: it loads OpenTelemetry.
 */
export function startTracing(app: NestFastifyApplication): void {
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
    spanProcessors: [new BatchSpanProcessor(new ToldExporter(new OTLPTraceExporter()))],
  });
  const spans = new Spans(provider.getTracer('minnesota-directory', VERSION));
  const instance = app.getHttpAdapter().getInstance();
  traceRequests(instance, spans);
  traceStatements(spans);
  traceCommands(spans);
  traceDeliveries(app, spans);
  instance.addHook('onClose', async () => {
    // A collector that is away was told of already.
    await Promise.race([provider.shutdown().catch(() => {}), delay(FLUSH_MS)]);
  });
}
