import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { SecretCache } from './secret-cache.js';

/** So that a change shows in every process within a second. */
const POLL_MS = 500;

/**
 * Empties the cache of secrets when any process has changed a key: a trigger moves the version in
 * the change's own transaction. Asked for rather than notified of, which the embedded database
 * does not do.
 */
@Injectable()
export class KeyVersionWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly task = new PeriodicTask(() => this.look(), {
    everyMs: POLL_MS,
    logger: quietWhileAway(new Logger(KeyVersionWatch.name)),
    failure: 'Cannot learn of changes to keys.',
  });
  private seen: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly cache: SecretCache,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }

  private async look(): Promise<void> {
    const row = await this.database.probe<{ version: string }>('SELECT version FROM key_version');
    const { version } = row!;
    if (version !== this.seen) this.cache.clear();
    this.seen = version;
  }
}
