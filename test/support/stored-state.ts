import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';

/** Rows of a table as JSON, by id. */
type Rows = Map<string, string>;
export type StoredState = Map<string, Rows>;

/** Tables to ignore: counters, derived data, and the state of background workers. */
const NOT_STATE = [
  '_prisma_migrations',
  'api_key_secrets',
  'attempt_windows',
  'deleted_records',
  'deprecated_usage',
  'directory_version',
  'event_expansions',
  'event_occurrences',
  'form_keys',
  'key_request_links',
  'key_usage',
  'key_version',
  'rate_limit_windows',
  'recent_traffic',
  'search_documents',
  'search_words',
];

/**
 * Columns to ignore in every table ("") or in one: they change with any edit of a row, or record
 * the progress of a delivery.
 */
const FOLLOWS: Record<string, string[]> = {
  '': ['updated_at', 'edited_at', 'revision', 'record'],
  deliveries: ['attempts', 'next_attempt_at', 'lease_id', 'leased_until', 'last_error'],
};

/** Number of rows of a table and its last transaction, when the rows were read. */
const versions = new WeakMap<Rows, string>();

/**
 * Reads the database's permanent contents.
 *
 * @param former an earlier state of this database, whose tables are not read again if they are the
 *   same
 */
export async function readState(pool: Pool, former?: StoredState): Promise<StoredState> {
  const { rows: names } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1)
     ORDER BY 1`,
    [NOT_STATE],
  );
  const versionOf = ({ name }: { name: string }) =>
    `SELECT '${name}' AS name, concat(count(*), '/', max(xmin::text::bigint)) AS version FROM ${name}`;
  const { rows: tables } = await pool.query<{ name: string; version: string }>(
    names.map(versionOf).join(' UNION ALL '),
  );
  const state: StoredState = new Map();
  for (const { name, version } of tables) {
    const present = former?.get(name);
    const isSame = present && versions.get(present) === version;
    state.set(name, isSame ? present : await readRows(pool, name));
    versions.set(state.get(name)!, version);
  }
  return state;
}

async function readRows(pool: Pool, table: string): Promise<Rows> {
  const ignored = [...FOLLOWS['']!, ...(FOLLOWS[table] ?? [])];
  const { rows } = await pool.query<{ id: string; json: string }>(
    `SELECT coalesce(kept->>'id', kept::text) AS id, kept::text AS json
     FROM (SELECT to_jsonb(t) - $1::text[] AS kept FROM ${table} t) AS rows`,
    [ignored],
  );
  return new Map(rows.map(({ id, json }) => [id, json]));
}

/** Lists differences in order: "keys +" for a new row, "keys -" for a deleted one, "keys.state" for a column. */
export function changesBetween(before: StoredState, after: StoredState): string[] {
  const changes = new Set<string>();
  for (const [table, now] of after) {
    const then = before.get(table)!;
    for (const [id, row] of now) {
      const former = then.get(id);
      if (former === undefined) changes.add(`${table} +`);
      else if (former !== row) {
        for (const column of columnsThatDiffer(former, row)) changes.add(`${table}.${column}`);
      }
    }
    for (const id of then.keys()) if (!now.has(id)) changes.add(`${table} -`);
  }
  return [...changes].sort();
}

function columnsThatDiffer(former: string, present: string): string[] {
  const [then, now] = [JSON.parse(former), JSON.parse(present)] as Record<string, unknown>[];
  return Object.keys(now!).filter((name) => !isDeepStrictEqual(now![name], then![name]));
}
