import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { KeysRepository } from '../administration/keys.repository.js';
import { SecretCache } from './secret-cache.js';

/** Short enough for a change to reach every process within a second. */
const POLL_MS = 500;

/**
 * Clears the secret cache when any process has changed a key. A trigger increments the version in
 * the transaction of the change. This class polls it while the cache is in use, because the embedded
 * database doesn't support notifications.
 */
@Injectable()
export class KeyVersionWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly task = new PeriodicTask(() => this.look(), {
    everyMs: POLL_MS,
    logger: quietWhileAway(new Logger(KeyVersionWatch.name)),
    failure: 'Could not check for key changes.',
  });
  private seen: string | undefined;

  constructor(
    private readonly keys: KeysRepository,
    private readonly cache: SecretCache,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }

  private async look(): Promise<void> {
    if (!this.cache.isInUse) return;
    const version = await this.keys.version();
    if (version !== this.seen) this.cache.clear();
    this.seen = version;
  }
}
