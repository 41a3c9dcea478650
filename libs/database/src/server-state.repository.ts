import type { Statements } from './sql.js';

/** A server and its limits. */
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

export async function readServer(database: Statements): Promise<ServerState> {
  const { rows } = await database.query<ServerState & object>(
    `SELECT current_setting('server_version') AS version,
       current_setting('max_connections')::int AS connections,
       extract(epoch FROM clock_timestamp())::float8 * 1000 AS time`,
  );
  return rows[0]!;
}

/** Returns an identity that a database shares only with its physical replicas. */
export async function readIdentity(database: Statements): Promise<string> {
  const { rows } = await database.query<{ identity: string }>(
    `SELECT system_identifier || ' ' || current_database() AS identity FROM pg_control_system()`,
  );
  return rows[0]!.identity;
}

export async function readAccess(
  database: Statements,
): Promise<{ isReadOnly: boolean; isStandby: boolean }> {
  const { rows } = await database.query<{ isReadOnly: boolean; isStandby: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
       pg_is_in_recovery() AS "isStandby"`,
  );
  return rows[0]!;
}

export async function readReplicaProgress(database: Statements): Promise<ReplicaProgress> {
  const { rows } = await database.query<ReplicaProgress & object>(
    `SELECT pg_is_in_recovery() AS "isReplica",
       CASE WHEN pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
         THEN coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0)::float8
         ELSE 0 END AS "secondsBehind"`,
  );
  return rows[0]!;
}

/** Returns the directory version that a server has. */
export async function readDirectoryVersion(database: Statements): Promise<bigint> {
  const { rows } = await database.query<{ version: string }>(
    'SELECT version::text FROM directory_version',
  );
  return BigInt(rows[0]!.version);
}

/** Returns the encoding of the database, such as UTF8. */
export async function readEncoding(database: Statements): Promise<string> {
  const { rows } = await database.query<{ encoding: string }>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  return rows[0]!.encoding;
}

/** Returns the process id of the session that runs the statement. */
export async function readSession(database: Statements): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

/** Counts other connections of the same user to the same database. */
export async function countOtherConnections(database: Statements): Promise<number> {
  const { rows } = await database.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
  );
  return rows[0]!.others;
}
