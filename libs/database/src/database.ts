import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolConfig, QueryResultRow } from 'pg';
import { Availability } from './availability/availability.js';
import { probe, probeReplica } from './availability/probe.js';
import { BoundedPool } from './connections/bounded-pool.js';
import { applicationName } from './connections/database-client.js';
import { type Prisma, PrismaClient } from './generated/client.js';
import { ReadPool } from './reads/read-pool.js';
import { Replica } from './reads/replica.js';
import { NAME_TRANSACTION } from './sql.js';

export * from './generated/client.js';

/**
 * Maximum time of a read in milliseconds, from the request for a connection to the last row. Far
 * longer than any expected read, and short enough for a waiting client.
 */
export const READ_DEADLINE = 5_000;
/**
 * Statement timeout below the deadline, so that a slow statement is canceled while its connection
 * survives.
 */
const READ_STATEMENT_TIMEOUT = 4_500;

/**
 * Startup parameters of a connection for reads. For queries that read many rows, compiling takes
 * longer than it saves. With PostgreSQL's default memory, sorting a hundred thousand rows would use
 * temporary files.
 */
export const READ_PARAMETERS = {
  statement_timeout: READ_STATEMENT_TIMEOUT,
  options: '-c jit=off -c work_mem=32MB',
};

/**
 * Limits of a transaction. On the embedded database, a transaction waits until no other one is
 * open.
 */
const TRANSACTION_OPTIONS = { maxWait: 5_000, timeout: 15_000 };
const DEADLINE = TRANSACTION_OPTIONS.maxWait + TRANSACTION_OPTIONS.timeout;

/** Connection settings of a replica to read from. */
export interface ReplicaConfig {
  config: PoolConfig;
  /** Identity of the primary, from `identityOf`. */
  identity: string;
}

/**
 * Database of the directory: the Prisma client, the connection pool for plain SQL below it, and
 * separate connections to read the directory.
 */
export class Database extends PrismaClient {
  readonly pool: BoundedPool;
  /**
   * Connections to read the directory. They are separate, so that many reads cannot delay lookups
   * of keys and admins, emails and health checks.
   */
  readonly reads: ReadPool;
  readonly availability: Availability;

  /** Connects on first use. */
  constructor(config: PoolConfig, copy?: ReplicaConfig) {
    const availability = new Availability(
      () => probe(config),
      () => [this.pool, this.reads.primary].forEach((each) => each.renew()),
    );
    // No statement may run longer than a transaction, unless it sets its own timeout.
    const statements = { statement_timeout: TRANSACTION_OPTIONS.timeout, ...config };
    const pool = new BoundedPool(statements, DEADLINE, availability);
    super({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTION_OPTIONS });
    this.pool = pool;
    const reads = {
      ...READ_PARAMETERS,
      fallback_application_name: applicationName('reads'),
    };
    const replica =
      copy &&
      new Replica({ ...reads, ...copy.config }, READ_DEADLINE, () =>
        probeReplica(copy.config, copy.identity),
      );
    const primary = new BoundedPool({ ...reads, ...config }, READ_DEADLINE, availability);
    this.reads = new ReadPool(primary, replica);
    this.availability = availability;
  }

  static async connect(config: PoolConfig, copy?: ReplicaConfig): Promise<Database> {
    const database = new Database(config, copy);
    try {
      await database.pool.query('SELECT 1');
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  /**
   * Runs a transaction. If a request causes it, PostgreSQL shows the id of the request in the name
   * of the connection until the transaction ends.
   */
  transactionFor<T>(
    httpRequestId: string | undefined,
    work: (tx: Prisma.TransactionClient) => Promise<T>,
    options?: { maxWait: number; timeout: number },
  ): Promise<T> {
    return this.$transaction(async (tx) => {
      if (httpRequestId) await tx.$queryRawUnsafe(NAME_TRANSACTION, httpRequestId);
      return work(tx);
    }, options);
  }

  /**
   * Runs a quick query for one row that any request may depend on. It does not queue behind reads
   * of the directory and has the same deadline.
   */
  async probe<Row extends QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<Row | undefined> {
    return (await this.probeRows<Row>(text, values))[0];
  }

  /** Like `probe`, but returns all rows. */
  async probeRows<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    const client = await this.pool.connectFor(READ_DEADLINE);
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      client.release();
    }
  }

  /** Fails if the database does not answer. */
  async ping(): Promise<void> {
    await this.probe('SELECT 1');
  }

  async close(): Promise<void> {
    this.availability.close();
    await Promise.all([this.$disconnect(), this.pool.close(), this.reads.close()]);
  }
}

/** Waits for the rows of a page and their total. */
export async function pageOf<T>(
  rows: Promise<T[]>,
  count: Promise<number>,
): Promise<{ items: T[]; total: number }> {
  const [items, total] = await Promise.all([rows, count]);
  return { items, total };
}
