import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';

const HOUR_MS = 3_600_000;
const KEPT_MS = 366 * 24 * HOUR_MS;

/** Keeps a year of statistics. */
@Injectable()
export class UsageRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(UsageRetention.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const prune = () =>
      void this.prune().catch((error: unknown) =>
        this.logger.warn(`Could not remove old statistics: ${(error as Error).message}`),
      );
    this.timer = setInterval(prune, HOUR_MS);
    prune();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async prune(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.database.pool.query('DELETE FROM key_usage WHERE hour < $1', [oldest]);
  }
}
