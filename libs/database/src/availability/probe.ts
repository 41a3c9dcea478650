import type { PoolConfig } from 'pg';
import { createClient, type DatabaseClient } from '../connections/database-client.js';
import { DeadlineMissedError } from '../database-errors.js';
import { migrationNames } from '../migrations/migration-files.js';
import { MigrationLog } from '../migrations/migration-log.js';
import type { Trouble } from './availability.js';

/** Milliseconds, for all of it. */
const DEADLINE = 5_000;

/** Looks, over a new connection, whether the database can do all that is needed of it. */
export async function probe(config: PoolConfig): Promise<Trouble | undefined> {
  const client = createClient(config);
  const timer = setTimeout(() => client.destroy(new DeadlineMissedError(DEADLINE)), DEADLINE);
  try {
    await client.connect();
    return (await findReadOnly(client)) ?? (await findPending(client));
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
