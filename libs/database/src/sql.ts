import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { Prisma } from './generated/client.js';

/** Collects the parameters of a statement and returns their placeholders. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder of the value, such as `$3` */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** Runs statements: a pool, or a connection in a transaction. */
export interface Statements {
  query<Row extends QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
}

/** Returns a SQL condition that a row has the id, or the present or a former slug, in $1. */
export function isNamed(row: string, column: 'id' | 'slug'): string {
  return column === 'id'
    ? `${row}.id = $1`
    : `(${row}.slug = $1 OR ${row}.former_slugs @> ARRAY[$1])`;
}

/** Escapes the wildcards of LIKE, which `contains` of Prisma does not. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Returns a SQL expression that formats a time as RFC 3339 in UTC with milliseconds. */
export function rfc3339(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Returns a SQL expression for a JSON object. Unlike json_build_object, it writes no spaces.
 *
 * @param members SQL expressions by key
 */
export function jsonObject(members: Record<string, string>): string {
  const columns = Object.entries(members).map(([key, value]) => `${value} AS "${key}"`);
  return `(SELECT row_to_json(r) FROM (SELECT ${columns.join(', ')}) AS r)`;
}

/**
 * Sets the name of the connection until the transaction ends: the first word of its name, followed
 * by $1. Truncates it to the length that PostgreSQL keeps, which avoids a notice.
 */
export const NAME_TRANSACTION = `
  SELECT set_config(
    'application_name',
    left(split_part(current_setting('application_name'), ' ', 1) || ' ' || $1, 63),
    true)`;

/**
 * Disables the timeouts of the server and role for a transaction of any duration. Skips
 * settings that the PostgreSQL version does not have.
 */
export const WITHOUT_TIMEOUTS = `
  SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

/**
 * Duration of a lease, in seconds.
 *
 * Unfinished work is a row with `lease_id` and `leased_until`. The process that holds the lease
 * and renews it works on the row alone. If the process is gone, the lease expires. Expiry uses the
 * clock of the database, because processes with different clocks would consider each other's leases
 * expired.
 */
export const LEASE_SECONDS = 15;

/** SQL expression for the expiry of a lease taken or renewed now. */
export const leaseExpiry = (seconds = LEASE_SECONDS) =>
  Prisma.sql`now() + make_interval(secs => ${seconds})`;

/** SQL condition for a row without a lease. */
export const UNLEASED = Prisma.sql`(leased_until IS NULL OR leased_until <= now())`;
