import type { Environment } from '#libs/config/src/environment.js';
import { identityOf, probeReplica } from '#libs/database/src/availability/probe.js';
import { createClient } from '#libs/database/src/connections/database-client.js';
import { type Finding, ok, problem, reasonOf, warning } from './finding.js';

/** In seconds. */
const MUCH_BEHIND = 10;

/** The replica that the directory is read from, if there is one, and how far it is. */
export async function checkReplica({
  DATABASE_URL,
  DATABASE_READ_URL,
}: Environment): Promise<Finding[]> {
  if (!DATABASE_READ_URL) return [];
  const config = { connectionString: DATABASE_READ_URL };
  try {
    const identity = await identityOf({ connectionString: DATABASE_URL });
    const trouble = await probeReplica(config, identity);
    if (trouble) return [unused(trouble.reason)];
    const { isReplica, secondsBehind } = await readProgress(config);
    if (!isReplica) {
      const finding = 'It can be written: it is the primary itself, or has become one.';
      return [warning('replica', finding, 'Let DATABASE_READ_URL name a replica of it.')];
    }
    const finding = `It can be read, and is ${Math.round(secondsBehind)} s behind.`;
    if (secondsBehind <= MUCH_BEHIND) return [ok('replica', finding)];
    const advice = 'See pg_stat_replication on the primary; until then the primary is read.';
    return [warning('replica', finding, advice)];
  } catch (error) {
    return [unused(reasonOf(error))];
  }
}

function unused(reason: string): Finding {
  return problem(
    'replica',
    `It is not read: ${reason}.`,
    'The primary is read in its place. Check DATABASE_READ_URL and its server.',
  );
}

interface Progress {
  isReplica: boolean;
  /** How old the last transaction is that it has, unless it has all that it was sent. */
  secondsBehind: number;
}

async function readProgress(config: { connectionString: string }): Promise<Progress> {
  const client = createClient(config);
  try {
    await client.connect();
    const { rows } = await client.query<Progress>(
      `SELECT pg_is_in_recovery() AS "isReplica",
         CASE WHEN pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
           THEN coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0)::float8
           ELSE 0 END AS "secondsBehind"`,
    );
    return rows[0]!;
  } finally {
    void client.end();
  }
}
