import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolConfig } from 'pg';
import { PrismaClient } from './generated/client.js';
import type { Statements } from './statements.js';

export * from './generated/client.js';

/** Milliseconds. On the embedded database a transaction waits until no other is open. */
const TRANSACTION_OPTIONS = { maxWait: 10_000, timeout: 20_000 };

/**
 * The directory's database: Prisma's client, and under it the connection pool for what is better
 * said in SQL.
 */
export class Database extends PrismaClient {
  constructor(readonly pool: Pool) {
    super({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTION_OPTIONS });
  }

  static async connect(config: PoolConfig): Promise<Database> {
    const pool = new Pool({ max: 10, connectionTimeoutMillis: 10_000, ...config });
    // An idle connection that breaks is replaced by the pool; without a listener it ends the process.
    pool.on('error', () => {});
    try {
      await pool.query('SELECT 1');
    } catch (error) {
      await pool.end();
      throw error;
    }
    return new Database(pool);
  }

  /** All that is read in it is of one state of the database. */
  async inOneState<T>(read: (state: Statements) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
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
    await this.pool.end();
  }
}
