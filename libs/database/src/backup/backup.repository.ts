import { escapeIdentifier } from 'pg';
import type { DatabaseClient } from '../connections/database-client.js';
import { type Block, type Row, ROWS_IN_BLOCK, type TableManifest } from './contents.js';

/**
 * Tables that are not backed up. Applying the migrations fills their log again, a restored session
 * could revive one that has been ended, and a standby cannot read recent traffic, which is unlogged.
 */
const LEFT_OUT_TABLES = ['_prisma_migrations', 'admin_sessions', 'recent_traffic'];
/**
 * Columns that are not backed up. A copy of the directory may contain changes that the restored one
 * never had, so the restored one starts a new epoch. Transaction ids of another server are
 * meaningless.
 */
const LEFT_OUT_COLUMNS = ['directory_version.epoch', 'directory_version.changed_by'];

const ABANDONED_AFTER = '1 hour';

/** Returns values as text without parsing them. */
const TEXT = { getTypeParser: () => (value: string) => value };

export async function readTime(client: DatabaseClient): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('SELECT now()');
  return rows[0]!.now;
}

/** Returns the last values of sequences, by name. */
export async function readSequences(client: DatabaseClient): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

export async function setSequence(
  client: DatabaseClient,
  name: string,
  last: string,
): Promise<void> {
  await client.query('SELECT setval(to_regclass($1), $2)', [escapeIdentifier(name), last]);
}

/** Returns the tables and columns to back up. */
export async function readTables(client: DatabaseClient): Promise<TableManifest[]> {
  const { rows: tables } = await client.query<Omit<TableManifest, 'rows'>>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
       AND c.relname <> ALL($1) AND c.relname || '.' || a.attname <> ALL($2)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY 1`,
    [LEFT_OUT_TABLES, LEFT_OUT_COLUMNS],
  );
  const counted: TableManifest[] = [];
  for (const table of tables) {
    counted.push({ ...table, rows: await countRows(client, table.name) });
  }
  return counted;
}

/** Lists the tables, except those of extensions. */
export async function tablesIn(client: DatabaseClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export async function countRows(client: DatabaseClient, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int FROM ${escapeIdentifier(table)}`,
  );
  return rows[0]!.count;
}

/** @param isHeld whether the cursor keeps its rows after the transaction */
export async function openCursor(
  client: DatabaseClient,
  cursor: string,
  { name, columns }: TableManifest,
  isHeld: boolean,
): Promise<void> {
  await client.query(
    `DECLARE ${cursor} NO SCROLL CURSOR ${isHeld ? 'WITH HOLD' : ''} FOR
     SELECT ${columns.map(escapeIdentifier).join(', ')} FROM ${escapeIdentifier(name)}`,
  );
}

/** Returns the next rows of a cursor, with values as text. */
export async function fetchRows(client: DatabaseClient, cursor: string): Promise<Row[]> {
  const { rows } = await client.query<Row>({
    text: `FETCH ${ROWS_IN_BLOCK} FROM ${cursor}`,
    rowMode: 'array',
    types: TEXT,
  });
  return rows;
}

export async function closeCursor(client: DatabaseClient, cursor: string): Promise<void> {
  await client.query(`CLOSE ${cursor}`);
}

/** Closes those of the cursors that are open. */
export async function closeHeld(client: DatabaseClient, cursors: readonly string[]): Promise<void> {
  await closeWhere(client, 'name = ANY($1)', cursors);
}

/**
 * Closes cursors left by backups that were killed, in the shared session of a running embedded
 * database.
 */
export async function closeAbandoned(client: DatabaseClient): Promise<void> {
  const condition = `name LIKE 'backup\\_%' AND creation_time < now() - $1::interval`;
  await closeWhere(client, condition, ABANDONED_AFTER);
}

async function closeWhere(
  client: DatabaseClient,
  condition: string,
  value: unknown,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_cursors WHERE is_holdable AND ${condition}`,
    [value],
  );
  for (const { name } of rows) await closeCursor(client, name);
}

export async function lockTables(client: DatabaseClient, tables: readonly string[]): Promise<void> {
  await client.query(`LOCK TABLE ${tables.map(escapeIdentifier).join(', ')}`);
}

export async function emptyTables(
  client: DatabaseClient,
  tables: readonly string[],
): Promise<void> {
  await client.query(`TRUNCATE ${tables.map(escapeIdentifier).join(', ')}`);
}

/**
 * Drops foreign keys and plain indexes, and disables triggers.
 *
 * @returns a function that recreates and enables them
 */
export async function putAside(
  client: DatabaseClient,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
              pg_get_constraintdef(oid)) AS create, 2 AS turn
     FROM pg_constraint
     WHERE contype = 'f' AND (conrelid = ANY($1::regclass[]) OR confrelid = ANY($1::regclass[]))
     UNION ALL
     SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
     FROM pg_index WHERE indrelid = ANY($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype <> 'f')
     ORDER BY turn`,
    [tables.map(escapeIdentifier)],
  );
  const triggers = (state: string) =>
    tables.map((table) => `ALTER TABLE ${escapeIdentifier(table)} ${state} TRIGGER USER`);
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await run([...rows.map(({ drop }) => drop).reverse(), ...triggers('DISABLE')]);
  return () => run([...rows.map(({ create }) => create), ...triggers('ENABLE')]);
}

export async function insertRows(client: DatabaseClient, { table, rows }: Block): Promise<void> {
  const { name, columns } = table;
  const values = rows.map((_, row) => `(${placeholders(row * columns.length, columns.length)})`);
  await client.query(
    `INSERT INTO ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})
     VALUES ${values.join(', ')}`,
    rows.flat(),
  );
}

function placeholders(from: number, count: number): string {
  return Array.from({ length: count }, (_, i) => `$${from + i + 1}`).join(', ');
}
