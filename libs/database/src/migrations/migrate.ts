import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConfig, QueryResult } from 'pg';
import { VERSION } from '#libs/config/src/version.js';
import { createClient, type DatabaseClient } from '../connections/database-client.js';
import { WITHOUT_TIMEOUTS } from '../sql.js';
import { MigrationError } from './migration-error.js';
import {
  batchOf,
  type Migration,
  migrationNames,
  readMigration,
  type Step,
} from './migration-files.js';
import { MigrationLog, type MigrationRecord } from './migration-log.js';

const ROWS_IN_BATCH = 1_000;
/** Milliseconds between two log lines about the progress of a step in batches. */
const TELL_EVERY = 10_000;
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
 * Applies all pending migrations. Each migration, or each step of one, runs in a transaction that
 * also records it. A failure or an interruption therefore leaves nothing behind, and the next start
 * continues from there. Processes that start at the same time take turns.
 *
 * @param only names of the migrations to apply; all if omitted
 * @returns the names of the applied migrations
 * @throws MigrationError if a migration fails or the database is newer than the program
 */
export async function migrate(config: PoolConfig, only?: readonly string[]): Promise<string[]> {
  const client = createClient(config);
  await client.connect();
  try {
    return await new Migrator(client, only).run();
  } finally {
    await client.end();
  }
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
    // Older
    // versions and some systems do not support this setting.
    await this.client.query(`SET client_connection_check_interval = '1s'`).catch(() => {});
    await this.takeLock();
    const [began, isNew] = [performance.now(), await this.log.isEmpty()];
    if (isNew) this.progress = 'debug';
    const pending = await this.pending();
    for (const { name, record } of pending) await this.apply(await readMigration(name), record);
    if (isNew) {
      this.logger.log(`Created the database (version ${VERSION}) in ${secondsSince(began)} s.`);
    }
    return pending.map(({ name }) => name);
  }

  /**
   * Returns unapplied migrations in order, with the records of migrations that an earlier version started.
   */
  private async pending(): Promise<{ name: string; record?: MigrationRecord }[]> {
    const names = await migrationNames();
    const records = await this.log.read();
    const unknown = [...records.values()].filter(
      ({ name, isCommitted }) => isCommitted && !names.includes(name),
    );
    if (unknown.length > 0) throw MigrationError.ofNewerDatabase(unknown.map(({ name }) => name));
    return names
      .filter((name) => this.only?.includes(name) ?? true)
      .map((name) => ({ name, record: records.get(name) }))
      .filter(({ record }) => !record?.finishedAt);
  }

  /** Takes the migration lock. Polls instead of blocking, so that it can log the wait. */
  private async takeLock(): Promise<void> {
    if (await this.log.lock()) return;
    this.logger.warn('Waiting for another process that is applying migrations.');
    do await delay(RETRY_AFTER);
    while (!(await this.log.lock()));
  }

  private async apply(migration: Migration, record?: MigrationRecord): Promise<void> {
    const { name, steps } = migration;
    const began = performance.now();
    if (record?.isCommitted) {
      await this.inTransaction(() => this.log.noteFinished(migration));
      this.logger.log(
        `The migration ${name} had already been applied but not recorded. It is recorded now.`,
      );
      return;
    }
    this.logger[this.progress](`Applying migration ${name}.`);
    for (let done = await this.log.stepsDone(migration); done < steps.length; done++) {
      const step = steps[done]!;
      try {
        await this.do(step, migration, done + 1);
      } catch (error) {
        const uncertain = record && MigrationError.ofUncertain(record, error);
        throw uncertain ?? MigrationError.ofStep(name, step, error, secondsSince(began));
      }
    }
    this.logger[this.progress](`Applied migration ${name} in ${secondsSince(began)} s.`);
  }

  private async do(step: Step, migration: Migration, number: number): Promise<void> {
    if (step.isInBatches) await this.doBatches(step, migration.name);
    await this.inTransaction(async () => {
      if (!step.isInBatches) await this.client.query(step.sql);
      await this.log.noteSteps(migration, number);
    });
  }

  private async doBatches(step: Step, name: string): Promise<void> {
    const batch = batchOf(step, ROWS_IN_BATCH);
    let [rows, told] = [0, performance.now()];
    for (;;) {
      const changed = await this.inTransaction(async () => rowsOf(await this.client.query(batch)));
      if (changed === 0) return;
      rows += changed;
      if (performance.now() - told < TELL_EVERY) continue;
      told = performance.now();
      this.logger.log(`Migration ${name} has changed ${rows} rows so far.`);
    }
  }

  private async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.client.query(BEGIN);
        const result = await work();
        await this.client.query('COMMIT');
        return result;
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

/**
 * Returns the number of changed rows. A batch may have several statements, of which one changes
 * rows.
 */
function rowsOf(results: QueryResult | QueryResult[]): number {
  return Math.max(...[results].flat().map(({ rowCount }) => rowCount ?? 0));
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
