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
  /** Start in milliseconds of the Unix epoch. Defaults to now. */
  startTime?: number;
}

/** Creates spans and tracks the active one. */
export class Spans {
  private readonly active = new AsyncLocalStorage<Span>();

  constructor(private readonly tracer: Tracer) {}

  /** Starts a span in a new trace, or in the trace of a remote parent. */
  begin({ name, startTime = now(), ...options }: NewSpan, parent?: SpanContext): Span {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return this.tracer.startSpan(name, { ...options, startTime }, context);
  }

  /**
   * Starts a child of the active span. Returns undefined if there is none, as in scheduled work.
   */
  beginChild(span: NewSpan): Span | undefined {
    const parent = this.active.getStore();
    return parent && this.begin(span, parent.spanContext());
  }

  /** Runs work with the given active span. */
  within<T>(span: Span, work: () => T): T {
    return this.active.run(span, work);
  }
}

/** Ends a span. Records the type of an error but not its message, which may contain user input. */
export function end(span: Span, error?: unknown): void {
  if (error) {
    const { code, constructor } = error as { code?: unknown; constructor: { name: string } };
    span.setAttribute('error.type', typeof code === 'string' ? code : constructor.name);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(now());
}

/** Returns the current time in milliseconds of the Unix epoch, with fractions. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
