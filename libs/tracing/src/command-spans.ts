import { type Span, SpanKind } from '@opentelemetry/api';
import { tracingChannel } from 'node:diagnostics_channel';
import { end, type Spans } from './spans.js';

interface CommandEvent {
  command: string;
  error?: unknown;
}

/**
 * Records a span for each Redis command of a request, without its arguments. Uses the diagnostics
 * channel of ioredis.
 */
export function traceCommands(spans: Spans): void {
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
