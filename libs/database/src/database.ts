import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolConfig, type QueryResultRow } from 'pg';
import { PrismaClient } from './generated/client.js';
import { ANSWER_TIMEOUT, ReadPool } from './read-pool.js';
import type { Statements } from './statements.js';

export * from './generated/client.js';

/** Milliseconds. On the embedded database a transaction waits until no other is open. */
const TRANSACTION_OPTIONS = { maxWait: 10_000, timeout: 20_000 };

/**
 * The directory's database: Prisma's client, under it the connection pool for what is better said
 * in SQL, and apart from both the connections for reading the directory.
 */
export class Database extends PrismaClient {
  readonly pool: Pool;
  readonly reads: ReadPool;

  /** Connects when first used. */
  constructor(config: PoolConfig) {
    const pool = new Pool({
      max: 10,
      connectionTimeoutMillis: 10_000,
      // No single statement has longer than a transaction; what must have says so itself.
      statement_timeout: TRANSACTION_OPTIONS.timeout,
      ...config,
    });
    super({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTION_OPTIONS });
    this.pool = pool;
    this.reads = new ReadPool(config);
    // An idle connection that breaks is replaced by the pool; without a listener it ends the process.
    for (const each of [this.pool, this.reads]) each.on('error', () => {});
  }

  static async connect(config: PoolConfig): Promise<Database> {
    const database = new Database(config);
    try {
      await database.pool.query('SELECT 1');
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  /**
   * A quick query for a row that any request may depend on: it stands in no line with the reads of
   * the directory, and fails when there is no answer within seconds.
   */
  async probe<Row extends QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<Row | undefined> {
    const query = { text, values, query_timeout: ANSWER_TIMEOUT };
    return (await this.pool.query<Row>(query)).rows[0];
  }

  /** All that is read in it is of one state of the database. */
  async inOneState<T>(read: (state: Statements) => Promise<T>): Promise<T> {
    const client = await this.reads.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const result = await read(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // A connection that may be in any state is not given back to the pool.
      client.release(true);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.$disconnect();
    await Promise.all([this.pool.end(), this.reads.end()]);
  }
}
