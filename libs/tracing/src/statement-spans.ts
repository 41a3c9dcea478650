import { SpanKind } from '@opentelemetry/api';
import { AsyncResource } from 'node:async_hooks';
import { BoundedPool } from '#libs/database/src/connections/bounded-pool.js';
import { DatabaseClient } from '#libs/database/src/connections/database-client.js';
import { end, type Spans } from './spans.js';

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => unknown;

/**
 * Records a span for each SQL statement of a request or email, with its text but without parameter
 * values. The official package (`@opentelemetry/instrumentation-pg`) patches modules as they are
 * loaded, which does not work in a bundle.
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
      const traced: Callback = (error, ...rest) => {
        end(span, error);
        return (callback as Callback)(error, ...rest);
      };
      return query.apply(this, [...args.slice(0, -1), traced]);
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
  // The callback of a waiting request runs in the context of the work that released the connection.
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

/** @returns the SQL text, or undefined if the statement is not text, such as a cursor */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && !submit ? text : undefined;
}
