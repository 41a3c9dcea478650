import type { PoolConfig } from 'pg';
import { createClient, type DatabaseClient } from '../connections/database-client.js';
import { DeadlineMissedError } from '../database-errors.js';
import { migrationNames } from '../migrations/migration-files.js';
import { MigrationLog } from '../migrations/migration-log.js';
import type { Trouble } from './availability.js';

/** Milliseconds, for all of it. */
const DEADLINE = 5_000;
/** The same of a replica, since what it is wanted for has to be done in time without it. */
const REPLICA_DEADLINE = 1_000;

/** Looks, over a new connection, whether the database can do all that is needed of it. */
export function probe(config: PoolConfig): Promise<Trouble | undefined> {
  return examine(
    config,
    DEADLINE,
    async (client) => (await findReadOnly(client)) ?? (await findPending(client)),
  );
}

/**
 * Looks whether a replica can be read in the primary's place.
 *
 * @param identity of the primary, as `identityOf` tells it
 */
export function probeReplica(config: PoolConfig, identity: string): Promise<Trouble | undefined> {
  return examine(config, REPLICA_DEADLINE, async (client) => {
    if ((await readIdentity(client)) === identity) return findPending(client);
    return { kind: 'refusing', reason: 'it is no copy of the database that DATABASE_URL names' };
  });
}

/** What a database has in common with its physical replicas alone. */
export async function identityOf(config: PoolConfig): Promise<string> {
  const client = createClient(config);
  try {
    await client.connect();
    return await readIdentity(client);
  } finally {
    void client.end();
  }
}

async function readIdentity(client: DatabaseClient): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `SELECT system_identifier || ' ' || current_database() AS identity FROM pg_control_system()`,
  );
  return rows[0]!.identity;
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

async function findReadOnly(client: DatabaseClient): Promise<Trouble | undefined> {
  const { rows } = await client.query<{ isReadOnly: boolean; isStandby: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
            pg_is_in_recovery() AS "isStandby"`,
  );
  const { isReadOnly, isStandby } = rows[0]!;
  if (!isReadOnly) return undefined;
  const reason = isStandby ? 'the server is a standby' : 'default_transaction_read_only is on';
  return { kind: 'read_only', reason };
}

async function findPending(client: DatabaseClient): Promise<Trouble | undefined> {
  const records = await new MigrationLog(client).read();
  const names = (await migrationNames()).filter((name) => !records.get(name)?.finishedAt);
  return names.length > 0 ? { kind: 'outdated', reason: names.join(', ') } : undefined;
}

/** A server that answers has its reasons, unless it is just starting or ending (class 57). */
function explain(error: NodeJS.ErrnoException & { severity?: string }): Trouble {
  const { code, severity } = error;
  const isRefusal = severity !== undefined && !code?.startsWith('57');
  return { kind: isRefusal ? 'refusing' : 'unreachable', reason: error.message || code! };
}
