import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { BoundedPool } from '../connections/bounded-pool.js';
import type { Statements } from '../sql.js';
import type { Replica } from './replica.js';

/**
 * Reads of the directory: over the replica's connections, if there is one and it is as new as it has
 * to be, and else over the primary's. Each is of the version that is promised or of a later one, and
 * of none older than one that was read before.
 */
export class DirectoryReads implements Statements {
  /** Undefined while it is not known, and the primary is to be read. */
  private promised: bigint | undefined;
  /** The latest that a row told. */
  private told = 0n;
  /** Reads over the primary's connections, since the start. */
  private overPrimary = 0;

  constructor(
    readonly primary: BoundedPool,
    readonly replica?: Replica,
  ) {}

  /** How many reads each server has done. */
  get counts(): Record<'primary' | 'replica', number> {
    return { primary: this.overPrimary, replica: this.replica?.counts.read ?? 0 };
  }

  /**
   * From now on, reads are of this version of the directory or of a later one.
   *
   * @param version in decimal digits; undefined until it is known anew, after a change
   */
  promise(version: string | undefined): void {
    this.promised = version === undefined ? undefined : BigInt(version);
  }

  /** Rows that tell the directory's version have it as `version`. */
  query<Row extends QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    return this.read(
      async (client) => this.note(await client.query<Row>(statement, values)),
      async () => this.note(await this.primary.query<Row>(statement, values)),
    );
  }

  /** All that is read in it is of one state of the database. */
  inOneState<T>(read: (state: Statements) => Promise<T>): Promise<T> {
    const inTransaction = async (client: PoolClient) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const result = await read({
        query: async (statement, values) => this.note(await client.query(statement, values)),
      });
      await client.query('COMMIT');
      return result;
    };
    return this.read(inTransaction, async () => {
      const client = await this.primary.connect();
      try {
        const result = await inTransaction(client);
        client.release();
        return result;
      } catch (error) {
        // A connection that may be in any state is not given back to the pool.
        client.release(true);
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), this.replica?.close()]);
  }

  private async read<T>(
    overReplica: (client: PoolClient) => Promise<T>,
    overPrimary: () => Promise<T>,
  ): Promise<T> {
    const { promised, told } = this;
    if (this.replica && promised !== undefined) {
      const done = await this.replica.read(promised > told ? promised : told, overReplica);
      if (done) return done.result;
    }
    this.overPrimary += 1;
    return overPrimary();
  }

  /** What was read of a later state is not to be mixed with what a replica has of an earlier one. */
  private note<Row extends QueryResultRow>(result: QueryResult<Row>): QueryResult<Row> {
    const version: unknown = this.replica && result.rows[0]?.version;
    if (typeof version === 'string' && BigInt(version) > this.told) this.told = BigInt(version);
    return result;
  }
}
