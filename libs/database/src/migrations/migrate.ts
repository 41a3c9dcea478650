import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { VERSION } from '#libs/config/src/project-root.js';
import { type DatabaseClient, withClient } from '../connections/database-client.js';
import { WITHOUT_TIMEOUTS } from '../sql.js';
import { MigrationError } from './migration-error.js';
import { readMigration } from './migration-files.js';
import { MigrationLog } from './migration-log.js';

/** Milliseconds between two attempts to get a lock. */
const RETRY_AFTER = 500;
/**
 * Maximum time to wait for a table lock, in milliseconds. While a statement waits, it blocks all
 * later ones on that table.
 */
const LOCK_TIMEOUT = 2_000;
/** Codes for a lock timeout and a deadlock. */
const LOCKED = ['55P03', '40P01'];

const BEGIN = `BEGIN; ${WITHOUT_TIMEOUTS}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`;

/**
 * Applies all pending migrations. Each one runs in a transaction that also records it. A failure or
 * an interruption therefore leaves nothing behind, and the next start continues from there.
 * Processes that start at the same time take turns.
 *
 * @param only names of the migrations to apply; all if omitted
 * @returns the names of the applied migrations
 * @throws MigrationError if a migration fails or the database is newer than the program
 */
export function migrate(config: PoolConfig, only?: readonly string[]): Promise<string[]> {
  return withClient(config, (client) => new Migrator(client, only).run());
}

class Migrator {
  private readonly logger = new Logger('Migrations');
  private readonly log: MigrationLog;
  /** Log level of single migrations. A new database is reported as a whole. */
  private progress: 'log' | 'debug' = 'log';

  constructor(
    private readonly client: DatabaseClient,
    private readonly only?: readonly string[],
  ) {
    this.log = new MigrationLog(client);
  }

  async run(): Promise<string[]> {
    if ((await this.pending()).length === 0) return [];
    // Makes PostgreSQL notice that a client is gone while a statement runs, and release its locks.
    // Older versions and some systems do not support this setting.
    await this.client.query(`SET client_connection_check_interval = '1s'`).catch(() => {});
    await this.takeLock();
    const began = performance.now();
    const isNew = (await this.log.read()).size === 0;
    if (isNew) this.progress = 'debug';
    const pending = await this.pending();
    for (const name of pending) await this.apply(name);
    if (isNew) {
      this.logger.log(`Created the database (version ${VERSION}) in ${secondsSince(began)} s.`);
    }
    return pending;
  }

  /** Returns the names of unapplied migrations in order. */
  private async pending(): Promise<string[]> {
    const { pending, newer } = await this.log.compare();
    if (newer.length > 0) throw MigrationError.ofNewerDatabase(newer);
    return pending.filter((name) => this.only?.includes(name) ?? true);
  }

  /** Takes the migration lock. Polls instead of blocking, so that it can log the wait. */
  private async takeLock(): Promise<void> {
    if (await this.log.lock()) return;
    this.logger.warn('Waiting for another process that is applying migrations.');
    do await delay(RETRY_AFTER);
    while (!(await this.log.lock()));
  }

  private async apply(name: string): Promise<void> {
    const began = performance.now();
    const migration = await readMigration(name);
    this.logger[this.progress](`Applying migration ${name}.`);
    try {
      await this.inTransaction(async () => {
        await this.client.query(migration.sql);
        await this.log.record(migration);
      });
    } catch (error) {
      throw MigrationError.ofFailure(migration, error, secondsSince(began));
    }
    this.logger[this.progress](`Applied migration ${name} in ${secondsSince(began)} s.`);
  }

  private async inTransaction(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.client.query(BEGIN);
        await work();
        await this.client.query('COMMIT');
        return;
      } catch (error) {
        await this.client.query('ROLLBACK').catch(() => {});
        const { code, message } = error as NodeJS.ErrnoException;
        if (!LOCKED.includes(code!)) throw error;
        if (attempt === 1)
          this.logger.warn(`Waiting for other connections to release the tables: ${message}.`);
      }
      await delay(RETRY_AFTER);
    }
  }
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
