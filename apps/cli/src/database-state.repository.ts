import type { Statements } from '#libs/database/src/sql.js';

export interface ServerState {
  version: string;
  connections: number;
  /** Time of the database in milliseconds since 1970. */
  time: number;
}

export interface ReplicaProgress {
  isReplica: boolean;
  /** Age of the last transaction that was replayed, or 0 if everything received was replayed. */
  secondsBehind: number;
}

/** Emails that need attention. */
export interface UnsentMails {
  failed: number;
  late: number;
  /** Error of the latest one. */
  error: string | null;
}

/** Reads the state of a database server. */
export class DatabaseStateRepository {
  constructor(private readonly database: Statements) {}

  async server(): Promise<ServerState> {
    const { rows } = await this.database.query<ServerState & object>(
      `SELECT current_setting('server_version') AS version,
         current_setting('max_connections')::int AS connections,
         extract(epoch FROM clock_timestamp())::float8 * 1000 AS time`,
    );
    return rows[0]!;
  }

  async replica(): Promise<ReplicaProgress> {
    const { rows } = await this.database.query<ReplicaProgress & object>(
      `SELECT pg_is_in_recovery() AS "isReplica",
         CASE WHEN pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
           THEN coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0)::float8
           ELSE 0 END AS "secondsBehind"`,
    );
    return rows[0]!;
  }

  /** Counts other connections of the same user to the same database. */
  async otherConnections(): Promise<number> {
    const { rows } = await this.database.query<{ others: number }>(
      `SELECT count(*)::int AS others FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
    );
    return rows[0]!.others;
  }

  /** @param minutes age from which an email that failed to be sent is late */
  async unsentMails(minutes: number): Promise<UnsentMails> {
    const { rows } = await this.database.query<UnsentMails & object>(
      `SELECT count(*) FILTER (WHERE status = 'failed')::int AS failed,
         count(*) FILTER (WHERE status = 'pending' AND last_error IS NOT NULL
           AND created_at < now() - make_interval(mins => $1))::int AS late,
         (SELECT last_error FROM deliveries
          WHERE status IN ('pending', 'failed') AND last_error IS NOT NULL
          ORDER BY created_at DESC LIMIT 1) AS error
       FROM deliveries`,
      [minutes],
    );
    return rows[0]!;
  }
}
