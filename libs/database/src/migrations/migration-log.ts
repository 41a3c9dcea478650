import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Migration } from './migration-files.js';

/** Advisory lock of Prisma's engine, which earlier versions of the program used for migrations. */
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

/**
 * Creates the table of steps, which exists only while a multi-step migration is unfinished. It is
 * separate from Prisma's table, so that the previous version of the program can still start.
 */
const CREATE_STEPS = `
  CREATE TABLE IF NOT EXISTS _migration_steps (
    migration_name TEXT PRIMARY KEY,
    checksum TEXT NOT NULL,
    done INTEGER NOT NULL
  )`;

/** Record of a migration in the database. */
export interface MigrationRecord {
  name: string;
  startedAt: Date;
  /** Null if Prisma's engine was interrupted or failed. */
  finishedAt: Date | null;
  /** True if the migration is applied, even if its end was not recorded. */
  isCommitted: boolean;
}

/** Records which migrations have been applied to the database. */
export class MigrationLog {
  constructor(private readonly client: ClientBase) {}

  /** @returns true if this connection got the lock, which it holds until it ends */
  async lock(): Promise<boolean> {
    const { rows } = await this.client.query<{ isMine: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isMine"',
      [LOCK],
    );
    return rows[0]!.isMine;
  }

  /** Returns the records by name. Omits migrations that were rolled back. */
  async read(): Promise<Map<string, MigrationRecord>> {
    if (!(await this.exists('_prisma_migrations'))) return new Map();
    const { rows } = await this.client.query<MigrationRecord>(
      `SELECT migration_name AS name, started_at AS "startedAt", finished_at AS "finishedAt",
              finished_at IS NOT NULL OR applied_steps_count > 0 AS "isCommitted"
       FROM _prisma_migrations WHERE rolled_back_at IS NULL
       ORDER BY migration_name, finished_at NULLS FIRST`,
    );
    return new Map(rows.map((row) => [row.name, row]));
  }

  /** Reports whether no migration was ever started on the database. */
  async isEmpty(): Promise<boolean> {
    return (await this.read()).size === 0 && !(await this.exists('_migration_steps'));
  }

  /** @returns the number of completed steps of an unfinished migration */
  async stepsDone({ name, checksum }: Migration): Promise<number> {
    if (!(await this.exists('_migration_steps'))) return 0;
    const { rows } = await this.client.query<{ done: number }>(
      'SELECT done FROM _migration_steps WHERE migration_name = $1 AND checksum = $2',
      [name, checksum],
    );
    return rows[0]?.done ?? 0;
  }

  /**
   * Records completed steps. Call this and the next method in the transaction that applies the
   * change.
   */
  async noteSteps({ name, checksum, steps }: Migration, done: number): Promise<void> {
    if (done === steps.length) return this.noteFinished({ name, checksum });
    await this.client.query(CREATE_STEPS);
    await this.client.query(
      `INSERT INTO _migration_steps (migration_name, checksum, done) VALUES ($1, $2, $3)
       ON CONFLICT (migration_name) DO UPDATE SET checksum = excluded.checksum, done = excluded.done`,
      [name, checksum, done],
    );
  }

  async noteFinished({ name, checksum }: Pick<Migration, 'name' | 'checksum'>): Promise<void> {
    await this.client.query(`${CREATE_LOG}; DROP TABLE IF EXISTS _migration_steps`);
    const { rowCount } = await this.client.query(
      `UPDATE _prisma_migrations
       SET checksum = $2, applied_steps_count = 1, finished_at = clock_timestamp(), logs = NULL
       WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
      [name, checksum],
    );
    if (rowCount) return;
    await this.client.query(
      `INSERT INTO _prisma_migrations
         (id, migration_name, checksum, applied_steps_count, finished_at)
       VALUES ($1, $2, $3, 1, clock_timestamp())`,
      [randomUUID(), name, checksum],
    );
  }

  /** @returns false if no unfinished migration has this name */
  async noteRolledBack(migration: Migration): Promise<boolean> {
    const { rowCount } = await this.client.query(
      `UPDATE _prisma_migrations SET rolled_back_at = now()
       WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
      [migration.name],
    );
    const isUnderWay = (await this.stepsDone(migration)) > 0;
    if (isUnderWay) await this.client.query('DROP TABLE _migration_steps');
    return isUnderWay || rowCount! > 0;
  }

  private async exists(table: string): Promise<boolean> {
    const { rows } = await this.client.query<{ exists: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [table],
    );
    return rows[0]!.exists;
  }
}
