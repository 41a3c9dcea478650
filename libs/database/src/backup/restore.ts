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

/** Milliseconds that a program which still uses the tables is waited for. */
const LOCK_TIMEOUT = 10_000;

/**
 * Brings an empty database to where the one that was backed up was, puts all of it there in one
 * transaction, and brings it up to date.
 *
 * @throws BackupError when the database is not empty, or the backup is of a newer version
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
      'A backup is restored into an empty one only, so that nothing is lost. Name another.',
  );
}

/** Neither tables of something else, nor ours of a version that the backup knows nothing of. */
async function expectNoOthers(
  client: DatabaseClient,
  migrations: readonly string[],
): Promise<void> {
  const applied = [...(await new MigrationLog(client).read()).keys()];
  const newer = applied.filter((name) => !migrations.includes(name));
  if (newer.length > 0) {
    throw new BackupError(
      `The database is empty, but of another version than the backup: it has had ${newer.join(', ')}. ` +
        'Name one without any tables.',
    );
  }
  const others = applied.length > 0 ? [] : await tablesIn(client);
  if (others.length > 0) {
    throw new BackupError(
      `The database has tables that are not of this program: ${others.join(', ')}. Name another.`,
    );
  }
}

/** But for those of extensions. */
async function tablesIn(client: DatabaseClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Keys and triggers are put aside meanwhile: what they would check and derive is in the backup. */
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

/** The tables of the backup, but for those that somebody else had in its database. */
async function tablesFor(client: DatabaseClient, { tables }: Manifest): Promise<string[]> {
  const { rows } = await client.query<{ name: string; isThere: boolean }>(
    `SELECT name, to_regclass(quote_ident(name)) IS NOT NULL AS "isThere" FROM unnest($1::text[]) AS name`,
    [tables.map(({ name }) => name)],
  );
  const others = rows.filter(({ isThere }) => !isThere).map(({ name }) => name);
  if (others.length > 0) {
    logger.warn(`Not restored, since these are not tables of this program: ${others.join(', ')}.`);
  }
  return rows.filter(({ isThere }) => isThere).map(({ name }) => name);
}

/**
 * Drops the foreign keys and the indexes that are no constraints, and disables the triggers.
 *
 * @returns the statements that bring them back
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
