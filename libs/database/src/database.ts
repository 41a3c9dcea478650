import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolConfig, QueryResultRow } from 'pg';
import { Availability } from './availability/availability.js';
import { probe, probeReplica } from './availability/probe.js';
import { BoundedPool } from './connections/bounded-pool.js';
import { applicationName } from './connections/database-client.js';
import { type Prisma, PrismaClient } from './generated/client.js';
import { DirectoryReads } from './reads/directory-reads.js';
import { Replica } from './reads/replica.js';
import { NAME_TRANSACTION } from './sql.js';

export * from './generated/client.js';

/**
 * Milliseconds, as all here, that a read may take in all: from asking for a connection to the last
 * row. Far beyond any read of ours, and not beyond what a caller waits.
 */
export const READ_DEADLINE = 5_000;
/** Before the deadline, so that a statement that is merely slow is cancelled and its connection kept. */
const READ_STATEMENT_TIMEOUT = 4_500;

/** On the embedded database a transaction waits until no other is open. */
const TRANSACTION_OPTIONS = { maxWait: 5_000, timeout: 15_000 };
const DEADLINE = TRANSACTION_OPTIONS.maxWait + TRANSACTION_OPTIONS.timeout;

/** How to connect to a copy of the database that is to be read in its place. */
export interface ReplicaConfig {
  config: PoolConfig;
  /** Which database this is, as `identityOf` tells it. */
  identity: string;
}

/**
 * The directory's database: Prisma's client, under it the connection pool for what is better said
 * in SQL, and apart from both the connections for reading the directory.
 */
export class Database extends PrismaClient {
  readonly pool: BoundedPool;
  /**
   * For reading the directory, which any number of callers may want at once. Apart from the others,
   * so that looking up keys, admins, mails and the health check go on however many reads wait.
   */
  readonly reads: DirectoryReads;
  readonly availability: Availability;

  /** Connects when first used. */
  constructor(config: PoolConfig, copy?: ReplicaConfig) {
    const availability = new Availability(
      () => probe(config),
      () => [this.pool, this.reads.primary].forEach((each) => each.renew()),
    );
    // No single statement has longer than a transaction; what must have says so itself.
    const statements = { statement_timeout: TRANSACTION_OPTIONS.timeout, ...config };
    const pool = new BoundedPool(statements, DEADLINE, availability);
    super({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTION_OPTIONS });
    this.pool = pool;
    const reads = {
      statement_timeout: READ_STATEMENT_TIMEOUT,
      // Compiling a query that reads many rows takes longer than it saves, and with the memory that
      // PostgreSQL gives by default, it would put a hundred thousand rows in order by way of files.
      options: '-c jit=off -c work_mem=32MB',
      fallback_application_name: applicationName('reads'),
    };
    const replica =
      copy &&
      new Replica({ ...reads, ...copy.config }, READ_DEADLINE, () =>
        probeReplica(copy.config, copy.identity),
      );
    const primary = new BoundedPool({ ...reads, ...config }, READ_DEADLINE, availability);
    this.reads = new DirectoryReads(primary, replica);
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
   * A transaction for a request, if one causes it: PostgreSQL calls its connection by the request's id
   * until it ends.
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
   * A quick query for a row that any request may depend on: it stands in no line with the reads of
   * the directory, and has no more time than they.
   */
  async probe<Row extends QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<Row | undefined> {
    return (await this.probeRows<Row>(text, values))[0];
  }

  /** The same for several rows. */
  async probeRows<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    const client = await this.pool.connectFor(READ_DEADLINE);
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      client.release();
    }
  }

  async close(): Promise<void> {
    this.availability.close();
    await Promise.all([this.$disconnect(), this.pool.close(), this.reads.close()]);
  }
}
