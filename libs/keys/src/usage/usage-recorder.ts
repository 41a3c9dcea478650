import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { KeyUsageObserver, type Verdict } from '#libs/rate-limit/src/key-verifier.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { type DeprecatedUse, type HourOfUse, UsageRepository } from './usage.repository.js';

const FLUSH_MS = 2_000;
const HOUR_MS = 3_600_000;

/**
 * Maximum number of entries held of each kind while the database is unavailable. Additional ones are
 * not counted.
 */
const CAPACITY = 50_000;

/**
 * Counts requests by key and saves the counters every two seconds, outside the request path. A
 * crash loses at most the last two seconds. Rate limits are counted elsewhere.
 */
@Injectable()
export class UsageRecorder
  extends KeyUsageObserver
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly task = new PeriodicTask(() => this.write(), {
    everyMs: FLUSH_MS,
    logger: quietWhileAway(new Logger(UsageRecorder.name)),
    failure: 'Could not save usage counters. They are kept in memory and retried.',
  });
  /** Counters by key and hour, at most `CAPACITY`. */
  private pending = new Map<string, HourOfUse>();
  /** Counters by key and deprecated operation, at most `CAPACITY`. */
  private pendingDeprecated = new Map<string, DeprecatedUse>();

  constructor(
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
    await this.flush();
  }

  override record(keyId: string, verdict: Verdict, deprecated?: string): void {
    const last = this.clock.now().getTime();
    const hour = Math.floor(last / HOUR_MS) * HOUR_MS;
    const isAllowed = verdict === 'allowed';
    this.add({ keyId, hour, requests: isAllowed ? 1 : 0, refusals: isAllowed ? 0 : 1, last });
    if (deprecated && isAllowed) {
      this.addDeprecated({ keyId, operation: deprecated, requests: 1, last });
    }
  }

  /** Saves the pending counters. Counters that could not be saved stay pending. */
  flush(): Promise<void> {
    return this.task.run();
  }

  private async write(): Promise<void> {
    await this.writeHours();
    await this.writeDeprecated();
  }

  private async writeHours(): Promise<void> {
    if (this.pending.size === 0) return;
    const uses = [...this.pending.values()];
    this.pending = new Map();
    // Every process locks the rows in the same order, which prevents deadlocks.
    uses.sort((a, b) => (a.keyId < b.keyId ? -1 : a.keyId > b.keyId ? 1 : a.hour - b.hour));
    try {
      await this.usage.addHours(uses);
    } catch (error) {
      uses.forEach((use) => this.add(use));
      throw error;
    }
  }

  private async writeDeprecated(): Promise<void> {
    if (this.pendingDeprecated.size === 0) return;
    const pending = this.pendingDeprecated;
    this.pendingDeprecated = new Map();
    const uses = [...pending.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
    try {
      await this.usage.addDeprecated(uses);
    } catch (error) {
      uses.forEach((use) => this.addDeprecated(use));
      throw error;
    }
  }

  private add({ keyId, hour, requests, refusals, last }: HourOfUse): void {
    const id = `${keyId} ${hour}`;
    const use = this.pending.get(id);
    if (use) {
      use.requests += requests;
      use.refusals += refusals;
      use.last = Math.max(use.last, last);
    } else if (this.pending.size < CAPACITY) {
      this.pending.set(id, { keyId, hour, requests, refusals, last });
    }
  }

  private addDeprecated({ keyId, operation, requests, last }: DeprecatedUse): void {
    const id = `${keyId} ${operation}`;
    const use = this.pendingDeprecated.get(id);
    if (use) {
      use.requests += requests;
      use.last = Math.max(use.last, last);
    } else if (this.pendingDeprecated.size < CAPACITY) {
      this.pendingDeprecated.set(id, { keyId, operation, requests, last });
    }
  }
}
