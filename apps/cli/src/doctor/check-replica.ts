import type { Environment } from '#libs/config/src/environment.js';
import { identityOf, probeReplica } from '#libs/database/src/availability/probe.js';
import { withClient } from '#libs/database/src/connections/database-client.js';
import { readReplicaProgress } from '#libs/database/src/server-state.repository.js';
import { type Finding, ok, problem, reasonOf, warning } from './finding.js';

/** Lag for a warning, in seconds. */
const MUCH_BEHIND = 10;

/** Checks the replica, if there is one, and its lag. */
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
    const { isReplica, secondsBehind } = await withClient(config, readReplicaProgress);
    if (!isReplica) {
      const finding = 'It is writable: it is the primary, or has become one.';
      return [warning('replica', finding, 'Set DATABASE_READ_URL to a replica.')];
    }
    const finding = `The replica is readable and ${Math.round(secondsBehind)} s behind.`;
    if (secondsBehind <= MUCH_BEHIND) return [ok('replica', finding)];
    const advice = 'Check pg_stat_replication on the primary. Until then, reads use the primary.';
    return [warning('replica', finding, advice)];
  } catch (error) {
    return [unused(reasonOf(error))];
  }
}

function unused(reason: string): Finding {
  return problem(
    'replica',
    `The replica is not used: ${reason}.`,
    'Reads use the primary instead. Check DATABASE_READ_URL and its server.',
  );
}
