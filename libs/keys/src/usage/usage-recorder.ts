import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { BackgroundTask } from '#libs/database/src/background-task.js';
import type { KeyUsageObserver, Verdict } from '#libs/rate-limit/src/key-verifier.js';
import { PendingUses } from './pending-uses.js';
import { type DeprecatedUse, type HourOfUse, UsageRepository } from './usage.repository.js';

const FLUSH_MS = 2_000;
const HOUR_MS = 3_600_000;

/**
 * Counts requests by key and saves the counters every two seconds, outside the request path. A
 * crash loses at most the last two seconds. Rate limits are counted elsewhere.
 */
@Injectable()
export class UsageRecorder extends BackgroundTask implements KeyUsageObserver {
  private readonly hours = new PendingUses<HourOfUse>(
    ({ keyId, hour }) => `${keyId} ${hour}`,
    (uses) => this.usage.addHours(uses),
  );
  private readonly deprecated = new PendingUses<DeprecatedUse>(
    ({ keyId, operation }) => `${keyId} ${operation}`,
    (uses) => this.usage.addDeprecated(uses),
  );

  constructor(
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {
    super({
      everyMs: FLUSH_MS,
      runsAtEnd: true,
      failure: 'Could not save usage counters. They are kept in memory and retried.',
    });
  }

  record(keyId: string, verdict: Verdict, deprecated?: string): void {
    const last = this.clock.now().getTime();
    const hour = Math.floor(last / HOUR_MS) * HOUR_MS;
    const isAllowed = verdict === 'allowed';
    const counts = { requests: isAllowed ? 1 : 0, refusals: isAllowed ? 0 : 1, last };
    this.hours.add({ keyId, hour, ...counts });
    if (deprecated && isAllowed) this.deprecated.add({ keyId, operation: deprecated, ...counts });
  }

  /** Saves the pending counters. Counters that could not be saved stay pending. */
  override async work(): Promise<void> {
    await this.hours.save();
    await this.deprecated.save();
  }
}
