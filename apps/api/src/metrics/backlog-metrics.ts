import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '#libs/database/src/database.js';
import { Metrics } from '#libs/metrics/src/metrics.js';
import { type Backlog, BacklogRepository } from './backlog.repository.js';

/** Name and description of the gauge of each figure. */
const GAUGES: Record<keyof Backlog, { name: string; help: string }> = {
  mails: { name: 'mails_pending', help: 'Mails waiting to be sent.' },
  failed: {
    name: 'mails_failed',
    help: 'Mails that failed for good, until an admin retries them.',
  },
  superseded: {
    name: 'mails_superseded',
    help: 'Mails that were not sent because their message no longer holds.',
  },
  age: {
    name: 'mails_oldest_pending_seconds',
    help: 'Seconds that the oldest due mail has been waiting, or 0 if none is due.',
  },
  waiting: { name: 'imports_waiting', help: 'Uploaded imports waiting to run.' },
  running: { name: 'imports_running', help: 'Uploaded imports running now.' },
  failing: {
    name: 'sources_failing',
    help: 'Sources whose files could not be fetched or imported three times in a row.',
  },
  webhooks: {
    name: 'webhooks_failing',
    help: 'Webhooks whose last ping failed, without paused ones.',
  },
  backup: {
    name: 'backup_last_success_timestamp_seconds',
    help: 'Unix time of the last backup by `mnbd backup`, or 0 if there is none.',
  },
};

/** Exports the work that requests leave behind. Queries the database when metrics are collected. */
@Injectable()
export class BacklogMetrics {
  private asking: Promise<Backlog | undefined> | undefined;

  constructor(
    { registry }: Metrics,
    private readonly database: Database,
    private readonly repository: BacklogRepository,
  ) {
    const backlog = () => this.backlog();
    for (const [figure, gauge] of Object.entries(GAUGES)) {
      new Gauge({
        ...gauge,
        registers: [registry],
        // All workers read the same database, so their values must not be added up.
        aggregator: 'max',
        async collect() {
          this.set((await backlog())?.[figure as keyof Backlog] ?? NaN);
        },
      });
    }
  }

  /** Runs one query for all gauges, because they are collected together. */
  private backlog(): Promise<Backlog | undefined> {
    return (this.asking ??= this.ask().finally(() => (this.asking = undefined)));
  }

  /** @returns undefined while the database is unavailable */
  private async ask(): Promise<Backlog | undefined> {
    if (this.database.availability.isAway) return undefined;
    return this.repository.count().catch(() => undefined);
  }
}
