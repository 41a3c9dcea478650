import { type Span, SpanKind } from '@opentelemetry/api';
import { tracingChannel } from 'node:diagnostics_channel';
import { end, type Spans } from './spans.js';

interface CommandEvent {
  command: string;
  error?: unknown;
}

/** A span for each command to Redis that a request causes, without what is in it: ioredis tells of each. */
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
