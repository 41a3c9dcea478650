import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';

export interface NewSpan {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  /** In milliseconds of the Unix epoch; now unless given. */
  startTime?: number;
}

/** Makes spans, and knows under which of them the present work is done. */
export class Spans {
  private readonly active = new AsyncLocalStorage<Span>();

  constructor(private readonly tracer: Tracer) {}

  /** A span of a trace of its own, or one of the trace that a caller has begun. */
  begin({ name, startTime = now(), ...options }: NewSpan, parent?: SpanContext): Span {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return this.tracer.startSpan(name, { ...options, startTime }, context);
  }

  /** A span under that of the present work; undefined where that has none, as of what is done by the clock. */
  beginChild(span: NewSpan): Span | undefined {
    const parent = this.active.getStore();
    return parent && this.begin(span, parent.spanContext());
  }

  /** Does something as part of a span. */
  within<T>(span: Span, work: () => T): T {
    return this.active.run(span, work);
  }
}

/** Ends a span, with the kind of a failure and not its words, which may hold what somebody wrote. */
export function end(span: Span, error?: unknown): void {
  if (error) {
    const { code, constructor } = error as { code?: unknown; constructor: { name: string } };
    span.setAttribute('error.type', typeof code === 'string' ? code : constructor.name);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(now());
}

/** Milliseconds of the Unix epoch, with their fraction. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
