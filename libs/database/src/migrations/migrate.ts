import { Pool, type PoolConfig } from 'pg';
import { SchemaEngine } from './schema-engine.js';

/** Any number, as long as nobody else locks it: "mnbd" in ASCII. */
const MIGRATION_LOCK = 0x6d6e6264;

/**
 * Brings the database up to date. Processes that start together take turns.
 *
 * The engine takes an advisory lock of its own and leaves it to the connection's end, so it gets a
 * connection that ends with it.
 */
export async function migrate(config: PoolConfig): Promise<string[]> {
  const pool = new Pool({ ...config, max: 1 });
  try {
    await pool.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const engine = await SchemaEngine.over(pool);
    return await engine.applyMigrations();
  } finally {
    await pool.end();
  }
}
