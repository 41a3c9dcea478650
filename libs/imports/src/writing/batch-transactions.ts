import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import { NAME_TRANSACTION } from '#libs/database/src/sql.js';

/**
 * Advisory lock that makes concurrent imports take turns, batch by batch. An arbitrary unique
 * number: "mnbi".
 */
const IMPORT_LOCK = 0x6d6e6269;
const MAX_COLLISIONS = 3;

/** Maximum time for a batch in milliseconds, including the wait for other imports. */
export const BATCH_DEADLINE = 120_000;
/** Maximum time to retry a batch while the database is unavailable, in milliseconds. */
const MAX_AWAY_MS = 60_000;
const PAUSE = 500;
/** Pause after a transaction that yields, as a multiple of its duration, and its maximum. */
const REST = 4;
const MAX_REST_MS = 500;

interface Tools {
  /** Name for the connection in PostgreSQL, next to the program name: the request or the import. */
  name?: string;
  signal?: AbortSignal;
  /**
   * Pauses after each transaction or read for four times as long as it took, at most half a second.
   * The embedded database runs them one by one, so few requests wait for one.
   */
  yields?: boolean;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Runs an import's transactions, each until it is committed once. Retries after a collision with
 * another change (such as a slug taken in the meantime). When the database restarts or the
 * connection breaks, retries on another connection for up to a minute.
 */
export class BatchTransactions {
  private readonly now: () => number;
  private readonly pause: (milliseconds: number) => Promise<unknown>;

  /** @param connect returns a pooled connection, which must be released within `BATCH_DEADLINE` */
  constructor(
    private readonly connect: () => Promise<PoolClient>,
    private readonly tools: Tools = {},
  ) {
    this.now = tools.now ?? (() => performance.now());
    this.pause = tools.pause ?? delay;
  }

  /** @param work plans and writes; called again after a rollback */
  async run<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.retry(() => new Transaction(work, this.tools.name));
  }

  /**
   * Runs a transaction for each page of rows.
   *
   * @param first position before the first page
   * @param work returns the position after the page, undefined if the page is empty
   */
  async *eachPage<T extends { last: string | undefined }>(
    first: string,
    work: (client: PoolClient, after: string) => Promise<T>,
  ): AsyncGenerator<T> {
    for (let after: string | undefined = first; after !== undefined;) {
      const from: string = after;
      const page = await this.run((client) => work(client, from));
      yield page;
      after = page.last;
    }
  }

  /** @param query reads with a single statement, which needs no transaction or turn */
  async read<T>(query: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.retry(() => ({ run: query }));
  }

  private async retry<T>(begin: () => Pick<Transaction<T>, 'run'>): Promise<T> {
    let transaction = begin();
    let collisions = 0;
    let awaySince: number | undefined;
    for (;;) {
      try {
        const began = this.now();
        const result = await this.attempt(transaction);
        if (this.tools.yields) await this.pause(Math.min(REST * (this.now() - began), MAX_REST_MS));
        return result;
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          awaySince ??= this.now();
          const isTooLate = this.now() - awaySince > MAX_AWAY_MS;
          if (isTooLate || this.tools.signal?.aborted) throw error;
        } else {
          if (!isCollision(error) || ++collisions === MAX_COLLISIONS) throw error;
          transaction = begin();
        }
      }
      await this.pause(PAUSE);
    }
  }

  private async attempt<T>(transaction: Pick<Transaction<T>, 'run'>): Promise<T> {
    const client = await this.connect();
    try {
      const result = await transaction.run(client);
      client.release();
      return result;
    } catch (error) {
      const isBroken = isDatabaseUnavailable(error) || !(await rollsBack(client));
      client.release(isBroken);
      throw error;
    }
  }
}

/** A transaction that finds out whether it was committed if its connection breaks during COMMIT. */
class Transaction<T> {
  private inDoubt: { id: string; result: T } | undefined;

  constructor(
    private readonly work: (client: PoolClient) => Promise<T>,
    private readonly name: string | undefined,
  ) {}

  async run(client: PoolClient): Promise<T> {
    // JIT compilation of a batch's queries costs more than running them.
    await client.query(
      `BEGIN; SET LOCAL jit = off; SET LOCAL statement_timeout = ${BATCH_DEADLINE}`,
    );
    if (this.name) await client.query(NAME_TRANSACTION, [this.name]);
    // A transaction that lost its connection during COMMIT holds the lock until it finishes.
    const { rows } = await client.query<{ id: string }>(
      'SELECT pg_advisory_xact_lock($1), pg_current_xact_id()::text AS id',
      [IMPORT_LOCK],
    );
    if (this.inDoubt && (await isCommitted(client, this.inDoubt.id))) {
      await client.query('ROLLBACK');
      return this.inDoubt.result;
    }
    this.inDoubt = undefined;
    const result = await this.work(client);
    this.inDoubt = { id: rows[0]!.id, result };
    await client.query('COMMIT');
    return result;
  }
}

/**
 * Reports whether a transaction was committed. After a failover, the server may not know the
 * transaction.
 */
async function isCommitted(client: PoolClient, id: string): Promise<boolean> {
  const { rows } = await client.query<{ status: string | null }>(
    `SELECT CASE WHEN $1::xid8 < pg_snapshot_xmax(pg_current_snapshot())
                 THEN pg_xact_status($1::xid8) END AS status`,
    [id],
  );
  return rows[0]!.status === 'committed';
}

async function rollsBack(client: PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

/** Unique violation, serialization failure, deadlock (PostgreSQL, Appendix A). */
function isCollision(error: unknown): boolean {
  return ['23505', '40001', '40P01'].includes(String((error as { code?: unknown }).code));
}
