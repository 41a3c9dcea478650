import type { Pool } from 'pg';
import { SchemaEngine } from './schema-engine.js';

/** The number Prisma's own command line locks while it migrates. */
const MIGRATION_LOCK = 72_707_369;

/** Brings the database up to date; processes that start together take turns. */
export async function migrate(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const engine = await SchemaEngine.over(pool);
      return await engine.applyMigrations();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}
