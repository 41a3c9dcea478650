import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '#libs/database/src/database.js';
import { Metrics } from '#libs/metrics/src/metrics.js';
import { type Backlog, BacklogRepository } from './backlog.repository.js';

const UNKNOWN: Backlog = {
  mails: NaN,
  failed: NaN,
  superseded: NaN,
  age: NaN,
  waiting: NaN,
  running: NaN,
  failing: NaN,
  webhooks: NaN,
  backup: NaN,
};

/** Exports the work that requests leave behind. Queries the database when metrics are collected. */
@Injectable()
export class BacklogMetrics {
  private asking: Promise<Backlog> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly repository: BacklogRepository,
  ) {
    this.gauge('mails_pending', 'Mails waiting to be sent.', 'mails');
    this.gauge(
      'mails_failed',
      'Mails that failed for good, until an admin retries them.',
      'failed',
    );
    this.gauge(
      'mails_superseded',
      'Mails that were not sent because their message no longer holds.',
      'superseded',
    );
    this.gauge(
      'mails_oldest_pending_seconds',
      'Seconds that the oldest due mail has been waiting, or 0 if none is due.',
      'age',
    );
    this.gauge('imports_waiting', 'Uploaded imports waiting to run.', 'waiting');
    this.gauge('imports_running', 'Uploaded imports running now.', 'running');
    this.gauge(
      'sources_failing',
      'Sources whose files could not be fetched or imported three times in a row.',
      'failing',
    );
    this.gauge('webhooks_failing', 'Webhooks whose last ping failed.', 'webhooks');
    this.gauge(
      'backup_last_success_timestamp_seconds',
      'Unix time of the last backup by `mnbd backup`, or 0 if there is none.',
      'backup',
    );
  }

  private gauge(name: string, help: string, figure: keyof Backlog): void {
    const backlog = () => this.backlog();
    new Gauge({
      name,
      help,
      registers: [this.metrics.registry],
      // All workers read the same database, so their values must not be added up.
      aggregator: 'max',
      async collect() {
        this.set((await backlog())[figure]);
      },
    });
  }

  /** Runs one query for all gauges, because they are collected together. */
  private backlog(): Promise<Backlog> {
    return (this.asking ??= this.ask().finally(() => (this.asking = undefined)));
  }

  private async ask(): Promise<Backlog> {
    if (this.database.availability.isAway) return UNKNOWN;
    return this.repository.count().catch(() => UNKNOWN);
  }
}
