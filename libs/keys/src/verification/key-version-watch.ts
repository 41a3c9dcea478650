import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
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
  private readonly logger = new Logger(KeyVersionWatch.name);
  private timer: NodeJS.Timeout | undefined;
  private seen: string | undefined;
  private isAsking = false;
  private isFailing = false;

  constructor(
    private readonly database: Database,
    private readonly cache: SecretCache,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), POLL_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const row = await this.database.probe<{ version: string }>('SELECT version FROM key_version');
      const { version } = row!;
      if (version !== this.seen) this.cache.clear();
      this.seen = version;
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.error('Cannot learn of changes to keys.', error);
      this.isFailing = true;
    } finally {
      this.isAsking = false;
    }
  }
}
