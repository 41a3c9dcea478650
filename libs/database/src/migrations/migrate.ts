import { Client, type ClientConfig } from 'pg';
import { migrationNames } from './migration-files.js';

/** Any number, as long as nobody else locks it: "mnbd" in ASCII. */
const MIGRATION_LOCK = 0x6d6e6264;

/** Brings the database up to date. Processes that start together take turns. */
export async function migrate(config: ClientConfig): Promise<string[]> {
  const client = new Client(config);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return (await isUpToDate(client)) ? [] : await applyMigrations(config);
  } finally {
    await client.end();
  }
}

async function isUpToDate(client: Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    "SELECT to_regclass('_prisma_migrations')::text AS name",
  );
  if (!tables[0]!.name) return false;
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return (
    rows.every(({ isFinished }) => isFinished) &&
    (await migrationNames()).every((name) => applied.has(name))
  );
}

async function applyMigrations(config: ClientConfig): Promise<string[]> {
  // Loaded when it is needed only: most starts are spared its time and memory.
  const { SchemaEngine } = await import('./schema-engine.js');
  const engine = await SchemaEngine.connect(config);
  try {
    return await engine.applyMigrations();
  } finally {
    await engine.close();
  }
}
