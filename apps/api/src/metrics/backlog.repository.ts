import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

export interface Backlog {
  mails: number;
  failed: number;
  superseded: number;
  /** Seconds. */
  age: number;
  waiting: number;
  running: number;
  /** Sources that failed three times in a row. */
  failing: number;
  /** Webhooks whose last ping failed, without the paused and disabled ones. */
  webhooks: number;
  /** Unix time of the last backup in seconds, or 0. */
  backup: number;
}

/** Counts the work that requests leave behind. */
@Injectable()
export class BacklogRepository {
  constructor(private readonly database: Database) {}

  /** A pending email is overdue once its first attempt is due or has failed. */
  async count(): Promise<Backlog> {
    const backlog = await this.database.probe<Backlog & object>(`
      SELECT count(*) FILTER (WHERE status = 'pending')::int AS mails,
        count(*) FILTER (WHERE status = 'failed')::int AS failed,
        (SELECT count(*)::int FROM deliveries WHERE status = 'superseded') AS superseded,
        coalesce(extract(epoch FROM now() - min(CASE WHEN attempts = 0 THEN next_attempt_at ELSE created_at END)
          FILTER (WHERE status = 'pending' AND (attempts > 0 OR next_attempt_at <= now()))), 0)::float AS age,
        (SELECT count(*)::int FROM imports WHERE status = 'waiting') AS waiting,
        (SELECT count(*)::int FROM imports WHERE status = 'running') AS running,
        (SELECT count(*)::int FROM source_fetches WHERE failures >= 3) AS failing,
        (SELECT count(*)::int FROM webhooks w JOIN api_keys k ON k.id = w.key_id
         WHERE w.failures > 0 AND w.disabled_at IS NULL
           AND k.state = 'active' AND (k.expires_at IS NULL OR k.expires_at > now())) AS webhooks,
        (SELECT coalesce(extract(epoch FROM max(at)), 0)::float FROM audit_entries
         WHERE subject = 'database' AND action = 'database.backup') AS backup
      FROM deliveries WHERE status IN ('pending', 'failed')`);
    return backlog!;
  }
}
