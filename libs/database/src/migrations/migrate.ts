import { Client, type ClientConfig } from 'pg';
import { SchemaEngine } from './schema-engine.js';

/** Any number, as long as nobody else locks it: "mnbd" in ASCII. */
const MIGRATION_LOCK = 0x6d6e6264;

/** Brings the database up to date. Processes that start together take turns. */
export async function migrate(config: ClientConfig): Promise<string[]> {
  const client = new Client(config);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const engine = await SchemaEngine.connect(config);
    try {
      return await engine.applyMigrations();
    } finally {
      await engine.close();
    }
  } finally {
    await client.end();
  }
}
