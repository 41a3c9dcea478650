import { Logger } from '@nestjs/common';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import type { Database } from '../database.js';

const EVERY_MS = 10_000;

/**
 * Tables of which so much changed that what is known of them may mislead the planner: a server's
 * autovacuum takes the same measure (`autovacuum_analyze_threshold` and `_scale_factor`).
 */
const STALE = `
  SELECT quote_ident(relname) AS name FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Statistics are of 9,000 rows instead of 30,000: that takes a third of a second at a hundred thousand
 * businesses, and not two, in which nobody is answered.
 */
const SAMPLE = 'SET LOCAL default_statistics_target = 30';

/** Tables with so many dead rows that they grow by them (`autovacuum_vacuum_threshold` and `_scale_factor`). */
const BLOATED = `
  SELECT quote_ident(relname) AS name FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup`;

/**
 * What a server's autovacuum does, which the embedded database has not: tables are analyzed after many
 * changes (without figures of its ten thousand businesses, bringing a list up to date took seconds), and
 * what was updated or deleted makes room for what is new.
 */
export class TableStatistics {
  private readonly task: PeriodicTask;

  constructor(private readonly database: Database) {
    this.task = new PeriodicTask(() => this.refresh(), {
      everyMs: EVERY_MS,
      logger: new Logger(TableStatistics.name),
      failure: 'The tables could not be analyzed; queries may take longer.',
    });
  }

  start(): void {
    this.task.start();
  }

  async stop(): Promise<void> {
    await this.task.stop();
  }

  /** One table after the other, so that requests have their turn between them. */
  async refresh(): Promise<void> {
    for (const name of await this.find(STALE)) {
      await this.database.pool.query(`${SAMPLE}; ANALYZE ${name}`);
    }
    // A vacuum holds all others up, so it waits until there are none.
    for (const name of await this.find(BLOATED)) {
      if (this.isQuiet) await this.database.pool.query(`VACUUM ${name}`);
    }
  }

  private async find(tables: string): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ name: string }>(tables);
    return rows.map(({ name }) => name);
  }

  private get isQuiet(): boolean {
    return [this.database.pool, this.database.reads.primary].every(
      ({ totalCount, idleCount }) => totalCount === idleCount,
    );
  }
}
