import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import { NAME_TRANSACTION } from '#libs/database/src/sql.js';

/** Imports that run at once take turns, batch by batch. Any number nobody else locks: "mnbi". */
const IMPORT_LOCK = 0x6d6e6269;
const MAX_COLLISIONS = 3;

/** Milliseconds for a batch, waiting for those of other imports included. */
export const BATCH_DEADLINE = 120_000;
/** How long a batch is tried again while the database is away, in milliseconds. */
const MAX_AWAY_MS = 60_000;
const PAUSE = 500;

interface Tools {
  /** What PostgreSQL is to call the connection meanwhile, besides the program: the request, or the import. */
  name?: string;
  signal?: AbortSignal;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Runs the transactions of an import, each as often as it takes to be done once: anew when it
 * collides with somebody else's change (a slug taken meanwhile), and on another connection when the
 * database restarts or the connection breaks, for up to a minute.
 */
export class BatchTransactions {
  private readonly name: string | undefined;
  private readonly signal: AbortSignal | undefined;
  private readonly now: () => number;
  private readonly pause: (milliseconds: number) => Promise<unknown>;

  /** @param connect a connection of a pool, which has `BATCH_DEADLINE` to be given back */
  constructor(
    private readonly connect: () => Promise<PoolClient>,
    { name, signal, now = () => performance.now(), pause = delay }: Tools = {},
  ) {
    this.name = name;
    this.signal = signal;
    this.now = now;
    this.pause = pause;
  }

  /** @param work plans and writes; called again where what it did was undone */
  async run<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let transaction = new Transaction(work, this.name);
    let collisions = 0;
    let awaySince: number | undefined;
    for (;;) {
      try {
        return await this.attempt(transaction);
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          awaySince ??= this.now();
          if (this.signal?.aborted || this.now() - awaySince > MAX_AWAY_MS) throw error;
        } else {
          if (!isCollision(error) || ++collisions === MAX_COLLISIONS) throw error;
          transaction = new Transaction(work, this.name);
        }
      }
      await this.pause(PAUSE);
    }
  }

  private async attempt<T>(transaction: Transaction<T>): Promise<T> {
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

/** A transaction that, when its connection breaks on COMMIT, finds out whether it was committed. */
class Transaction<T> {
  private inDoubt: { id: string; result: T } | undefined;

  constructor(
    private readonly work: (client: PoolClient) => Promise<T>,
    private readonly name: string | undefined,
  ) {}

  async run(client: PoolClient): Promise<T> {
    // Compiling a batch's queries costs more than running them.
    await client.query(
      `BEGIN; SET LOCAL jit = off; SET LOCAL statement_timeout = ${BATCH_DEADLINE}`,
    );
    if (this.name) await client.query(NAME_TRANSACTION, [this.name]);
    // While a transaction whose connection broke is still at its COMMIT, it holds the lock.
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

/** A server that another took over from may not know the transaction. */
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
