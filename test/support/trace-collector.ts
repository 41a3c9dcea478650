import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenOnLoopback } from './free-port.ts';

/** The part of an OTLP JSON span that specs read. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
  status: { code?: number };
  milliseconds: number;
}

export interface TraceCollector {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  /** Oldest first. */
  spans: CollectedSpan[];
  /** Attributes of the resource that sent the spans. */
  resource: Record<string, unknown>;
  stop(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface OtlpSpan extends Omit<CollectedSpan, 'attributes' | 'milliseconds'> {
  attributes: Attribute[];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

/** Starts a trace collector that accepts OTLP over HTTP in JSON, like OpenTelemetry's own. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const resource: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    const collect = (body: unknown) => {
      const isForUs = request.url === '/v1/traces';
      for (const sent of isForUs ? (body as OtlpRequest).resourceSpans : []) {
        Object.assign(resource, valuesOf(sent.resource.attributes));
        spans.push(...sent.scopeSpans.flatMap((scope) => scope.spans.map(read)));
      }
      response.writeHead(isForUs ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    };
    json(request).then(collect, () => response.destroy());
  });
  return {
    url: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    spans,
    resource,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function read({ attributes, startTimeUnixNano, endTimeUnixNano, ...span }: OtlpSpan) {
  const nanoseconds = BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano);
  return {
    ...span,
    attributes: valuesOf(attributes),
    milliseconds: Number(nanoseconds) / 1_000_000,
  };
}

function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value]),
  );
}
