import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Collects the values of a statement that is put together, and hands out their placeholders. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder, such as `$3` */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** What runs statements: a pool, or one connection of it in a transaction. */
export interface Statements {
  query<Row extends QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
}

/** An expression for a time as RFC 3339 writes it, in UTC and with milliseconds. */
export function rfc3339(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * What PostgreSQL calls the connection until the transaction ends: the first word of its name, and $1.
 * A longer one than it keeps would be cut by it too, with a notice each time.
 */
export const NAME_TRANSACTION = `
  SELECT set_config(
    'application_name',
    left(split_part(current_setting('application_name'), ' ', 1) || ' ' || $1, 63),
    true)`;

/**
 * For a transaction that takes as long as it takes, whatever the server or the role are set to. Not
 * every version of PostgreSQL has each of these.
 */
export const WITHOUT_TIMEOUTS = `
  SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;
