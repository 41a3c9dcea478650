import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { SUGGESTION_DECIDED } from './suggestion-decided.composer.js';

const HOUR_MS = 3_600_000;
const KEPT_MS = 180 * 24 * HOUR_MS;
/** Maximum number of suggestions deleted per run. */
const MOST_AT_ONCE = 1_000;

/** Deletes suggestions 180 days after the decision, including the visitor's address and texts. */
@Injectable()
export class SuggestionRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly task = new PeriodicTask(() => this.prune(), {
    everyMs: HOUR_MS,
    firstAfterMs: 0,
    logger: quietWhileAway(new Logger(SuggestionRetention.name)),
    failure: 'Could not delete old suggestions.',
  });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }

  /**
   * Deletes expired suggestions and the mails about their decisions, which also contain the
   * address.
   */
  async prune(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.database.pool.query(
      `WITH old AS (
         DELETE FROM suggestions WHERE id IN (
           SELECT id FROM suggestions WHERE status <> 'pending' AND decided_at < $1 LIMIT $2
         ) RETURNING id
       )
       DELETE FROM deliveries
       WHERE kind = $3 AND data->>'suggestionId' IN (SELECT id::text FROM old)`,
      [oldest, MOST_AT_ONCE, SUGGESTION_DECIDED],
    );
  }
}
