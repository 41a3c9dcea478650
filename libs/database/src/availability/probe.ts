import type { PoolConfig } from 'pg';
import { createClient, type DatabaseClient, withClient } from '../connections/database-client.js';
import { DeadlineMissedError } from '../database-errors.js';
import { MigrationLog } from '../migrations/migration-log.js';
import { readAccess, readIdentity } from '../server-state.repository.js';
import type { Statements } from '../sql.js';
import type { Trouble } from './availability.js';

/** Timeout of a whole probe, in milliseconds. */
const DEADLINE = 5_000;
/** Timeout for a replica. Shorter, because a read must still have time for the primary. */
const REPLICA_DEADLINE = 1_000;

/** Checks over a new connection whether the database is writable and up to date. */
export function probe(config: PoolConfig): Promise<Trouble | undefined> {
  return examine(
    config,
    DEADLINE,
    async (client) => (await findReadOnly(client)) ?? (await findPending(client)),
  );
}

/**
 * Checks whether a replica can be read instead of the primary.
 *
 * @param identity identity of the primary, from `identityOf`
 */
export function probeReplica(config: PoolConfig, identity: string): Promise<Trouble | undefined> {
  return examine(config, REPLICA_DEADLINE, async (client) => {
    if ((await readIdentity(client)) === identity) return findPending(client);
    return { kind: 'refusing', reason: 'it is not a replica of the database in DATABASE_URL' };
  });
}

/** Returns the identity of a database over a new connection. */
export function identityOf(config: PoolConfig): Promise<string> {
  return withClient({ query_timeout: DEADLINE, ...config }, readIdentity);
}

async function examine(
  config: PoolConfig,
  deadline: number,
  find: (client: DatabaseClient) => Promise<Trouble | undefined>,
): Promise<Trouble | undefined> {
  const client = createClient(config);
  const timer = setTimeout(() => client.destroy(new DeadlineMissedError(deadline)), deadline);
  try {
    await client.connect();
    return await find(client);
  } catch (error) {
    return explain(error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
    void client.end();
  }
}

/** Returns why the database refuses changes, or undefined if it accepts them. */
export async function findReadOnly(database: Statements): Promise<Trouble | undefined> {
  const { isReadOnly, isStandby } = await readAccess(database);
  if (!isReadOnly) return undefined;
  const reason = isStandby ? 'the server is a standby' : 'default_transaction_read_only is on';
  return { kind: 'read_only', reason };
}

async function findPending(client: DatabaseClient): Promise<Trouble | undefined> {
  const { pending } = await new MigrationLog(client).compare();
  return pending.length > 0 ? { kind: 'outdated', reason: pending.join(', ') } : undefined;
}

/**
 * Classifies an error. An error from the server is a refusal, unless it is starting up or shutting
 * down (class 57).
 */
function explain(error: NodeJS.ErrnoException & { severity?: string }): Trouble {
  const { code, severity } = error;
  const isRefusal = severity !== undefined && !code?.startsWith('57');
  return { kind: isRefusal ? 'refusing' : 'unreachable', reason: error.message || code! };
}
