import { Logger } from '@nestjs/common';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import type { Database } from '../database.js';

const EVERY_MS = 10_000;

/**
 * Tables whose statistics may mislead the planner after many changes. Uses the thresholds of
 * a server's autovacuum (`autovacuum_analyze_threshold` and `_scale_factor`).
 */
const STALE = `
  SELECT quote_ident(relname) AS name FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Samples 9,000 rows instead of 30,000. With a hundred thousand businesses, that blocks all
 * requests for a third of a second instead of two seconds.
 */
const SAMPLE = 'SET LOCAL default_statistics_target = 30';

/**
 * Tables bloated by dead rows (`autovacuum_vacuum_threshold` and
 * `_scale_factor`).
 */
const BLOATED = `
  SELECT quote_ident(relname) AS name FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup`;

/**
 * Replaces the autovacuum of a server, which the embedded database lacks. Analyzes tables after
 * many changes (without statistics on ten thousand businesses, a query took seconds) and vacuums
 * dead rows to make their space reusable.
 */
export class TableStatistics extends PeriodicTask {
  constructor(private readonly database: Database) {
    super(() => this.refresh(), {
      everyMs: EVERY_MS,
      logger: new Logger(TableStatistics.name),
      failure: 'Could not analyze the tables. Queries may be slow.',
    });
  }

  /** Processes tables one at a time, so that requests can run in between. */
  async refresh(): Promise<void> {
    for (const name of await this.find(STALE)) {
      await this.database.pool.query(`${SAMPLE}; ANALYZE ${name}`);
    }
    // A vacuum blocks all requests, so run it only when there are none.
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
