import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConfig, QueryResult } from 'pg';
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
/** Milliseconds, as all here. So often the log tells how far a step in batches has come. */
const TELL_EVERY = 10_000;
const RETRY_AFTER = 500;
/** Whoever waits for the lock of a table keeps all others waiting that come for it later. */
const LOCK_TIMEOUT = 2_000;
/** The lock of a table was not to be had in time, or two transactions waited for each other. */
const LOCKED = ['55P03', '40P01'];

const BEGIN = `BEGIN; ${WITHOUT_TIMEOUTS}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`;

/**
 * Brings the database up to date: each migration, or step of one, in a transaction that also notes
 * it. So what fails or is interrupted leaves nothing, and the next start goes on from there.
 * Processes that start together take turns.
 *
 * @param only the names of those that are to be applied, where others are not
 * @returns the names of those that were applied
 * @throws MigrationError when one fails, or the database is of a newer version
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

  constructor(
    private readonly client: DatabaseClient,
    private readonly only?: readonly string[],
  ) {
    this.log = new MigrationLog(client);
  }

  async run(): Promise<string[]> {
    if ((await this.pending()).length === 0) return [];
    // Without it, PostgreSQL ends a statement of a process that is gone, and gives up its locks,
    // only when it has an answer to send. Older servers and some systems do not offer it.
    await this.client.query(`SET client_connection_check_interval = '1s'`).catch(() => {});
    await this.takeLock();
    const pending = await this.pending();
    for (const { name, record } of pending) await this.apply(await readMigration(name), record);
    return pending.map(({ name }) => name);
  }

  /** In their order, with what became of them if they were begun by a former version. */
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

  /** Asked for again and again rather than waited for, so that the log can tell of it. */
  private async takeLock(): Promise<void> {
    if (await this.log.lock()) return;
    this.logger.warn('Another process is applying migrations; waiting for it.');
    do await delay(RETRY_AFTER);
    while (!(await this.log.lock()));
  }

  private async apply(migration: Migration, record?: MigrationRecord): Promise<void> {
    const { name, steps } = migration;
    const began = performance.now();
    if (record?.isCommitted) {
      await this.inTransaction(() => this.log.noteFinished(migration));
      this.logger.log(
        `The migration ${name} was applied before without being recorded; it is recorded now.`,
      );
      return;
    }
    this.logger.log(`Applying the migration ${name}.`);
    for (let done = await this.log.stepsDone(migration); done < steps.length; done++) {
      const step = steps[done]!;
      try {
        await this.do(step, migration, done + 1);
      } catch (error) {
        const uncertain = record && MigrationError.ofUncertain(record, error);
        throw uncertain ?? MigrationError.ofStep(name, step, error, secondsSince(began));
      }
    }
    this.logger.log(`Applied the migration ${name} in ${secondsSince(began)} s.`);
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
      this.logger.log(`The migration ${name} has changed ${rows} rows so far.`);
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
          this.logger.warn(`Waiting for other connections that use the tables: ${message}.`);
      }
      await delay(RETRY_AFTER);
    }
  }
}

/** A batch may be of several statements, of which one does what counts. */
function rowsOf(results: QueryResult | QueryResult[]): number {
  return Math.max(...[results].flat().map(({ rowCount }) => rowCount ?? 0));
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
