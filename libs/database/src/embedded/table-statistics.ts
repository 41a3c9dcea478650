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
 * Analyzes tables after many changes, since the embedded database has no autovacuum to do so: without
 * figures of its ten thousand businesses, bringing a list up to date took seconds.
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
    const { rows } = await this.database.pool.query<{ name: string }>(STALE);
    for (const { name } of rows) await this.database.pool.query(`ANALYZE ${name}`);
  }
}
