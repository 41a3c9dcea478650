import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '#libs/database/src/database.js';
import { Metrics } from '#libs/metrics/src/metrics.js';

interface Backlog {
  mails: number;
  failed: number;
  superseded: number;
  /** Seconds. */
  age: number;
  waiting: number;
  running: number;
  /** Sources that failed three times in a row. */
  failing: number;
  /** Unix time of the last backup in seconds, or 0. */
  backup: number;
}

/** Counts the backlog. A pending email is overdue once its first attempt is due or has failed. */
const BACKLOG = `
  SELECT count(*) FILTER (WHERE status = 'pending')::int AS mails,
    count(*) FILTER (WHERE status = 'failed')::int AS failed,
    (SELECT count(*)::int FROM deliveries WHERE status = 'superseded') AS superseded,
    coalesce(extract(epoch FROM now() - min(CASE WHEN attempts = 0 THEN next_attempt_at ELSE created_at END)
      FILTER (WHERE status = 'pending' AND (attempts > 0 OR next_attempt_at <= now()))), 0)::float AS age,
    (SELECT count(*)::int FROM imports WHERE status = 'waiting') AS waiting,
    (SELECT count(*)::int FROM imports WHERE status = 'running') AS running,
    (SELECT count(*)::int FROM source_fetches WHERE failures >= 3) AS failing,
    (SELECT coalesce(extract(epoch FROM max(at)), 0)::float FROM audit_entries
     WHERE subject = 'database' AND action = 'database.backup') AS backup
  FROM deliveries WHERE status IN ('pending', 'failed')`;
const UNKNOWN: Backlog = {
  mails: NaN,
  failed: NaN,
  superseded: NaN,
  age: NaN,
  waiting: NaN,
  running: NaN,
  failing: NaN,
  backup: NaN,
};

/** Exports the work that requests leave behind. Queries the database when metrics are collected. */
@Injectable()
export class BacklogMetrics implements OnModuleInit {
  private asking: Promise<Backlog> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
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
    const row = await this.database.probe<Backlog & object>(BACKLOG).catch(() => undefined);
    return row ?? UNKNOWN;
  }
}
