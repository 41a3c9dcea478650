import { SpanKind } from '@opentelemetry/api';
import { AsyncResource } from 'node:async_hooks';
import { BoundedPool } from '#libs/database/src/connections/bounded-pool.js';
import { DatabaseClient } from '#libs/database/src/connections/database-client.js';
import { end, type Spans } from './spans.js';

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => unknown;

/**
 * A span for each statement of a request or a mail, with its text: values are its parameters, and not in
 * it. The package for that (`@opentelemetry/instrumentation-pg`) changes modules as they are loaded, and
 * in a bundle none are.
 */
export function traceStatements(spans: Spans): void {
  const client = DatabaseClient.prototype as unknown as { query: Method };
  const { query } = client;
  client.query = function (...args) {
    const text = textOf(args[0]);
    const span = text && spans.beginChild(newSpan(text));
    if (!span) return query.apply(this, args);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const told: Callback = (error, ...rest) => {
        end(span, error);
        return (callback as Callback)(error, ...rest);
      };
      return query.apply(this, [...args.slice(0, -1), told]);
    }
    const result = query.apply(this, args);
    Promise.resolve(result).then(
      () => end(span),
      (error: unknown) => end(span, error),
    );
    return result;
  };

  const pool = BoundedPool.prototype as unknown as { connect: Method };
  const { connect } = pool;
  // Who waited for a connection is called back from the work that gave it back.
  pool.connect = function (callback?: unknown, ...rest) {
    const bound =
      typeof callback === 'function' ? AsyncResource.bind(callback as Method) : callback;
    return connect.call(this, bound, ...rest);
  };
}

function newSpan(text: string) {
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL';
  return {
    name: operation,
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.trim(),
    },
  };
}

/** @returns undefined for what is no text, such as a cursor */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && !submit ? text : undefined;
}
