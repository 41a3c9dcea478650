import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { createEmptyDatabase, type TestDatabase } from './databases.ts';

const FOLDER = 'prisma/migrations';

/** Names of all migrations, in order. */
export const MIGRATIONS = readdirSync(FOLDER)
  .filter((name) => /^\d/.test(name))
  .sort();

/** Creates an empty PostgreSQL database with the schema before a migration, and a connection to it. */
export async function databaseBefore(
  migration: string,
): Promise<{ database: TestDatabase; client: Client }> {
  const database = await createEmptyDatabase();
  const client = new Client({ connectionString: database.env.DATABASE_URL });
  await client.connect();
  await leaveAfter(client, MIGRATIONS[MIGRATIONS.indexOf(migration) - 1]!);
  return { database, client };
}

/**
 * Migrates a database as earlier versions did, which used Prisma's engine.
 *
 * @param last last migration to apply
 * @param from last migration that is already applied; omitted for an empty database
 */
export async function leaveAfter(client: Client, last: string, from?: string): Promise<void> {
  if (!from) {
    await client.query(`
      CREATE TABLE _prisma_migrations (
        id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
        migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
        started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
  }
  for (const name of MIGRATIONS) {
    if (from && name <= from) continue;
    if (name > last) return;
    await beginFormerly(client, name);
    await applyFormerly(client, name);
    await client.query(
      `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1
       WHERE migration_name = $1`,
      [name],
    );
  }
}

/** Inserts the row that the engine writes before it applies a migration. */
export async function beginFormerly(client: Client, name: string): Promise<void> {
  const checksum = createHash('sha256')
    .update(await read(name))
    .digest('hex');
  await client.query(
    'INSERT INTO _prisma_migrations (id, migration_name, checksum) VALUES ($1, $2, $3)',
    [randomUUID(), name, checksum],
  );
}

export async function applyFormerly(client: Client, name: string): Promise<void> {
  await client.query(await read(name));
}

function read(name: string): Promise<string> {
  return readFile(`${FOLDER}/${name}/migration.sql`, 'utf8');
}
