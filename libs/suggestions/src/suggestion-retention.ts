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
/** How many are removed in one run. */
const MOST_AT_ONCE = 1_000;

/** Keeps decided suggestions for 180 days, and no longer the address and the texts of who sent them. */
@Injectable()
export class SuggestionRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly task = new PeriodicTask(() => this.prune(), {
    everyMs: HOUR_MS,
    firstAfterMs: 0,
    logger: quietWhileAway(new Logger(SuggestionRetention.name)),
    failure: 'Old suggestions cannot be removed.',
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

  /** Removes them together with the mails that told of the decision, which have the address too. */
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
