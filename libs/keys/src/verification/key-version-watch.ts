import { Injectable } from '@nestjs/common';
import { BackgroundTask } from '#libs/database/src/background-task.js';
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
export class KeyVersionWatch extends BackgroundTask {
  private seen: string | undefined;

  constructor(
    private readonly keys: KeysRepository,
    private readonly cache: SecretCache,
  ) {
    super({ everyMs: POLL_MS, failure: 'Could not check for key changes.' });
  }

  override async work(): Promise<void> {
    if (!this.cache.isInUse) return;
    const version = await this.keys.version();
    if (version !== this.seen) this.cache.clear();
    this.seen = version;
  }
}
