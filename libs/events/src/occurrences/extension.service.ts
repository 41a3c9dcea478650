import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/config/src/clock.js';
import { BackgroundTask } from '#libs/database/src/background-task.js';
import { Database } from '#libs/database/src/database.js';
import { type LeasedEvent, EventsRepository } from '../events.repository.js';
import type { Occurrences, Window } from '../recurrence/expand.js';
import { MAX_DURATION } from '../recurrence/schedule.js';
import { ExpansionService, ExpansionTimeoutError, RuleRefusedError } from './expansion.service.js';
import { expansionAt, horizonAt, reserveAt } from './horizon.js';

/** Seconds until another process may take over the event of a process that has died. */
const LEASE_SECONDS = 30;
const PRUNED_AT_ONCE = 1_000;
/** Number of attempts to expand a rule that a list needs, in case the computer is busy. */
const ATTEMPTS = 3;

/**
 * Stores occurrences ahead of the horizon, including those of events that an earlier version of the
 * program wrote without any. Leases, expands and writes one event at a time, so several processes
 * can run it at once and none blocks the database for long.
 *
 * This does not change the directory version. A list is refused until all of its occurrences are
 * stored, so occurrences added later cannot be missing from a list that was already returned.
 */
@Injectable()
export class ExtensionService extends BackgroundTask {
  constructor(
    private readonly database: Database,
    private readonly events: EventsRepository,
    private readonly expansions: ExpansionService,
    private readonly clock: Clock,
  ) {
    super({
      everyMs: 600_000,
      runsAtStart: true,
      failure: 'Could not store event occurrences ahead.',
    });
  }

  /** @returns the number of extended events */
  override async work(): Promise<number> {
    let extended = 0;
    for (let event; !this.stopping.signal.aborted && (event = await this.lease()); extended++) {
      const { from, to } = expansionAt(this.clock.now());
      const window = { from: event.expandedUntil > from ? event.expandedUntil : from, to };
      await this.write(event, window, await this.expand(event, window));
    }
    if (extended > 0) this.logger.log(`Stored occurrences ahead for ${extended} events.`);
    await this.prune();
    return extended;
  }

  private lease(): Promise<LeasedEvent | undefined> {
    return this.events.leaseExpansion(randomUUID(), reserveAt(this.clock.now()).to, LEASE_SECONDS);
  }

  /**
   * Expands a rule. A rule that an earlier version accepted and this one refuses gives no
   * occurrences. One that takes too long is tried again: in the next run, or at once if a list needs
   * its occurrences, and then at most `ATTEMPTS` times.
   */
  private async expand(event: LeasedEvent, window: Window, attempt = 1): Promise<Occurrences> {
    try {
      return await this.expansions.expand(event, window);
    } catch (error) {
      if (!(error instanceof RuleRefusedError)) throw error;
      if (error instanceof ExpansionTimeoutError) {
        const isNeeded = event.expandedUntil < horizonAt(this.clock.now()).to;
        if (!isNeeded) throw error;
        if (attempt < ATTEMPTS) return this.expand(event, window, attempt + 1);
      }
      this.logger.warn(`The event ${event.slug} appears in no list: ${error.message}`);
      return { starts: [], hasMore: false };
    }
  }

  /** Writes nothing if the event was changed in the meantime or the lease has expired. */
  private async write(event: LeasedEvent, window: Window, expansion: Occurrences): Promise<void> {
    await this.database.$transaction(async (tx) => {
      if (!(await this.events.releaseExpansion(event, tx))) return;
      await this.events.addOccurrences(event.id, { schedule: event, window, expansion }, tx);
    });
  }

  /** Removes occurrences behind the horizon. */
  private async prune(): Promise<void> {
    const oldest = new Date(reserveAt(this.clock.now()).from.getTime() - MAX_DURATION);
    for (let pruned = PRUNED_AT_ONCE; pruned === PRUNED_AT_ONCE && !this.stopping.signal.aborted;) {
      pruned = await this.events.removeOccurrencesBefore(oldest, PRUNED_AT_ONCE);
    }
  }
}
