import { Logger } from '@nestjs/common';
import { escapeIdentifier, type PoolConfig } from 'pg';
import { createClient, type DatabaseClient } from '../connections/database-client.js';
import { migrate } from '../migrations/migrate.js';
import { migrationNames } from '../migrations/migration-files.js';
import { MigrationLog } from '../migrations/migration-log.js';
import { WITHOUT_TIMEOUTS } from '../sql.js';
import {
  BackupError,
  type Block,
  type Contents,
  ENTERED,
  inWords,
  type Manifest,
} from './contents.js';

const logger = new Logger('Restore');

/** Maximum time to wait for a program that still uses the tables, in milliseconds. */
const LOCK_TIMEOUT = 10_000;

/**
 * Restores a backup into an empty database. Migrates the database to the state of the backup, loads
 * all rows in one transaction, and then applies newer migrations.
 *
 * @throws BackupError if the database is not empty or the backup is from a newer version
 */
export async function restore(config: PoolConfig, contents: Contents): Promise<void> {
  const { migrations, program } = contents.manifest;
  const known = await migrationNames();
  if (migrations.some((name) => !known.includes(name))) throw BackupError.ofNewerProgram(program);

  const client = createClient(config);
  await client.connect();
  try {
    await expectEmpty(client);
    await expectNoOthers(client, migrations);
    await migrate(config, migrations);
    await load(client, contents);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  await migrate(config);
}

async function expectEmpty(client: DatabaseClient): Promise<void> {
  const found: { name: string; rows: number }[] = [];
  for (const name of Object.keys(ENTERED)) {
    const { rows: tables } = await client.query<{ isThere: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS "isThere"',
      [name],
    );
    if (!tables[0]!.isThere) continue;
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int FROM ${name}`);
    found.push({ name, rows: rows[0]!.count });
  }
  const words = inWords(found);
  if (words === '') return;
  throw new BackupError(
    `The database is not empty (${words}). ` +
      'A backup can only be restored into an empty database. Use another database.',
  );
}

/** Refuses a database with foreign tables or with migrations that the backup does not contain. */
async function expectNoOthers(
  client: DatabaseClient,
  migrations: readonly string[],
): Promise<void> {
  const applied = [...(await new MigrationLog(client).read()).keys()];
  const newer = applied.filter((name) => !migrations.includes(name));
  if (newer.length > 0) {
    throw new BackupError(
      `The database is empty but newer than the backup. It has the migrations ${newer.join(', ')}. ` +
        'Use a database without tables.',
    );
  }
  const others = applied.length > 0 ? [] : await tablesIn(client);
  if (others.length > 0) {
    throw new BackupError(
      `The database contains tables of another program: ${others.join(', ')}. Use another database.`,
    );
  }
}

/** Lists the tables, except those of extensions. */
async function tablesIn(client: DatabaseClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Loads all rows. Drops foreign keys and disables triggers during the load, because the backup contains
 * consistent rows and all derived values.
 */
async function load(client: DatabaseClient, contents: Contents): Promise<void> {
  await client.query(`BEGIN; ${WITHOUT_TIMEOUTS}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
  try {
    const tables = await tablesFor(client, contents.manifest);
    await client.query(`LOCK TABLE ${tables.map(escapeIdentifier).join(', ')}`);
    await expectEmpty(client);
    const putBack = await putAside(client, tables);
    await client.query(`TRUNCATE ${tables.map(escapeIdentifier).join(', ')}`);
    for await (const block of contents.blocks()) {
      if (tables.includes(block.table.name)) await insert(client, block);
    }
    for (const [sequence, last] of Object.entries(contents.manifest.sequences)) {
      await client.query('SELECT setval(to_regclass($1), $2)', [escapeIdentifier(sequence), last]);
    }
    for (const statement of putBack) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Returns the tables of the backup that belong to this program. Warns about others. */
async function tablesFor(client: DatabaseClient, { tables }: Manifest): Promise<string[]> {
  const { rows } = await client.query<{ name: string; isThere: boolean }>(
    `SELECT name, to_regclass(quote_ident(name)) IS NOT NULL AS "isThere" FROM unnest($1::text[]) AS name`,
    [tables.map(({ name }) => name)],
  );
  const others = rows.filter(({ isThere }) => !isThere).map(({ name }) => name);
  if (others.length > 0) {
    logger.warn(`Skipped tables that do not belong to this program: ${others.join(', ')}.`);
  }
  return rows.filter(({ isThere }) => isThere).map(({ name }) => name);
}

/**
 * Drops foreign keys and plain indexes, and disables triggers.
 *
 * @returns statements that recreate and enable them
 */
async function putAside(client: DatabaseClient, tables: readonly string[]): Promise<string[]> {
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
  for (const statement of [...rows.map(({ drop }) => drop).reverse(), ...triggers('DISABLE')]) {
    await client.query(statement);
  }
  return [...rows.map(({ create }) => create), ...triggers('ENABLE')];
}

async function insert(client: DatabaseClient, { table, rows }: Block): Promise<void> {
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
