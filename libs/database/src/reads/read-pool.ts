import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { BoundedPool } from '../connections/bounded-pool.js';
import type { Statements } from '../sql.js';
import type { Replica } from './replica.js';

/**
 * Reads the directory from the replica, if there is one and it is up to date, and otherwise from
 * the primary. Every read returns the promised version or a later one, and never an older one than
 * an earlier read.
 */
export class ReadPool implements Statements {
  /** Version that reads must have. Undefined while it is unknown, which requires the primary. */
  private promised: bigint | undefined;
  /** Latest version that a result contained. */
  private latest = 0n;
  /** Reads from the primary since the start. */
  private overPrimary = 0;

  constructor(
    readonly primary: BoundedPool,
    readonly replica?: Replica,
  ) {}

  /** Number of reads from each server. */
  get counts(): Record<'primary' | 'replica', number> {
    return { primary: this.overPrimary, replica: this.replica?.counts.read ?? 0 };
  }

  /**
   * Requires this version of the directory, or a later one, for all following reads.
   *
   * @param version version in decimal digits; undefined after a change, until it is known again
   */
  promise(version: string | undefined): void {
    this.promised = version === undefined ? undefined : BigInt(version);
  }

  /** Runs a query. Results that include the directory version must name it `version`. */
  query<Row extends QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    return this.read(
      async (client) => this.note(await client.query<Row>(statement, values)),
      async () => this.note(await this.primary.query<Row>(statement, values)),
    );
  }

  /** Runs several queries on one consistent snapshot of the database. */
  inOneState<T>(read: (state: Statements) => Promise<T>): Promise<T> {
    const inTransaction = async (client: PoolClient) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const result = await read({
        query: async (statement, values) => this.note(await client.query(statement, values)),
      });
      await client.query('COMMIT');
      return result;
    };
    return this.read(inTransaction, () => this.primary.use(inTransaction));
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), this.replica?.close()]);
  }

  private async read<T>(
    overReplica: (client: PoolClient) => Promise<T>,
    overPrimary: () => Promise<T>,
  ): Promise<T> {
    const { promised, latest } = this;
    if (this.replica && promised !== undefined) {
      const done = await this.replica.read(promised > latest ? promised : latest, overReplica);
      if (done) return done.result;
    }
    this.overPrimary += 1;
    return overPrimary();
  }

  /**
   * Records the version of a result, so that later reads are not served by a replica with an older
   * one.
   */
  private note<Row extends QueryResultRow>(result: QueryResult<Row>): QueryResult<Row> {
    const version: unknown = this.replica && result.rows[0]?.version;
    if (typeof version === 'string' && BigInt(version) > this.latest) this.latest = BigInt(version);
    return result;
  }
}
