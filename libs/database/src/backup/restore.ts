import { Logger } from '@nestjs/common';
import type { PoolConfig } from 'pg';
import { type DatabaseClient, withClient } from '../connections/database-client.js';
import { migrate } from '../migrations/migrate.js';
import { migrationNames } from '../migrations/migration-files.js';
import { MigrationLog } from '../migrations/migration-log.js';
import { WITHOUT_TIMEOUTS } from '../sql.js';
import {
  countRows,
  emptyTables,
  insertRows,
  lockTables,
  putAside,
  setSequence,
  tablesIn,
} from './backup.repository.js';
import { BackupError, type Contents, ENTERED, inWords, type Manifest } from './contents.js';

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
  await expectKnownMigrations(contents.manifest);
  const { migrations } = contents.manifest;
  await withClient(config, async (client) => {
    await expectEmpty(client);
    await expectNoOthers(client, migrations);
    await migrate(config, migrations);
    await load(client, contents);
  });
  await migrate(config);
}

/** @throws BackupError if the backup has a migration that this program does not know */
export async function expectKnownMigrations({ migrations, program }: Manifest): Promise<void> {
  const known = await migrationNames();
  if (migrations.some((name) => !known.includes(name))) throw BackupError.ofNewerProgram(program);
}

async function expectEmpty(client: DatabaseClient): Promise<void> {
  const found: { name: string; rows: number }[] = [];
  for (const name of await tablesIn(client)) {
    if (Object.hasOwn(ENTERED, name)) found.push({ name, rows: await countRows(client, name) });
  }
  if (found.every(({ rows }) => rows === 0)) return;
  throw new BackupError(
    `The target database is not empty (${inWords(found)}). Use one without data.`,
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

/**
 * Loads all rows. Drops foreign keys and disables triggers during the load, because the backup contains
 * consistent rows and all derived values.
 */
async function load(client: DatabaseClient, contents: Contents): Promise<void> {
  await client.query(`BEGIN; ${WITHOUT_TIMEOUTS}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
  try {
    const tables = await tablesFor(client, contents.manifest);
    await lockTables(client, tables);
    await expectEmpty(client);
    const putBack = await putAside(client, tables);
    await emptyTables(client, tables);
    for await (const block of contents.blocks()) {
      if (tables.includes(block.table.name)) await insertRows(client, block);
    }
    for (const [sequence, last] of Object.entries(contents.manifest.sequences)) {
      await setSequence(client, sequence, last);
    }
    await putBack();
    // In the transaction, because a timeout of the role could cancel it outside.
    await client.query('ANALYZE');
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Returns the tables of the backup that belong to this program. Warns about others. */
async function tablesFor(client: DatabaseClient, { tables }: Manifest): Promise<string[]> {
  const existing = await tablesIn(client);
  const names = tables.map(({ name }) => name);
  const others = names.filter((name) => !existing.includes(name));
  if (others.length > 0) {
    logger.warn(`Skipped tables that do not belong to this program: ${others.join(', ')}.`);
  }
  return names.filter((name) => existing.includes(name));
}
