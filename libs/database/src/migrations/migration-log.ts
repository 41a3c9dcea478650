import { randomUUID } from 'node:crypto';
import type { Statements } from '../sql.js';
import { type Migration, migrationNames } from './migration-files.js';

/** Advisory lock that Prisma's engine also takes for migrations. */
const LOCK = 72_707_369;

/** Creates the migration log with Prisma's schema, so that its tools can read it. */
const CREATE_LOG = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** Records which migrations have been applied to the database. */
export class MigrationLog {
  /** @param database one connection to lock or record migrations; a pool can only read the log */
  constructor(private readonly database: Statements) {}

  /** @returns true if this connection got the lock, which it holds until it ends */
  async lock(): Promise<boolean> {
    const { rows } = await this.database.query<{ isMine: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isMine"',
      [LOCK],
    );
    return rows[0]!.isMine;
  }

  /** Returns when each applied migration finished, by name. */
  async read(): Promise<Map<string, Date>> {
    const { rows: logs } = await this.database.query<{ exists: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
    );
    if (!logs[0]!.exists) return new Map();
    const { rows } = await this.database.query<{ name: string; finishedAt: Date }>(
      `SELECT migration_name AS name, finished_at AS "finishedAt" FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    );
    return new Map(rows.map(({ name, finishedAt }) => [name, finishedAt]));
  }

  /** Returns migrations of this program that are not applied, and applied ones of a newer version. */
  async compare(): Promise<{ pending: string[]; newer: string[] }> {
    const known = await migrationNames();
    const applied = await this.read();
    return {
      pending: known.filter((name) => !applied.has(name)),
      newer: [...applied.keys()].filter((name) => !known.includes(name)),
    };
  }

  /** Records a migration. Call this in the transaction that applies it. */
  async record({ name, checksum }: Migration): Promise<void> {
    await this.database.query(CREATE_LOG);
    await this.database.query(
      `INSERT INTO _prisma_migrations
         (id, migration_name, checksum, applied_steps_count, finished_at)
       VALUES ($1, $2, $3, 1, clock_timestamp())`,
      [randomUUID(), name, checksum],
    );
  }
}
