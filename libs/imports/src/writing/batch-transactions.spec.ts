import type { PoolClient } from 'pg';
import { BatchTransactions } from './batch-transactions.js';

const BROKEN = new Error('Connection terminated unexpectedly');
const collision = () => Object.assign(new Error('duplicate key'), { code: '23505' });

/** A database that commits transactions, and fails where it is told to. */
class FakeDatabase {
  readonly committed: string[] = [];
  /** Of each connection, whether it was given back whole. */
  readonly releases: boolean[] = [];
  /** What was sent to it, in order. */
  readonly statements: string[] = [];
  time = 0;
  /** What happens instead of a statement, once for each entry; by its first word. */
  readonly faults: [string, () => void][] = [];
  private nextId = 1;

  readonly transactions = new BatchTransactions(() => this.connect(), {
    now: () => this.time,
    pause: async (milliseconds) => void (this.time += milliseconds),
  });

  private async connect(): Promise<PoolClient> {
    this.fault('connect');
    const id = String(this.nextId++);
    const query = async (sql: string, values: unknown[] = []) => {
      this.statements.push(sql);
      this.fault(sql.split(/[ ;]/)[0]!);
      if (sql === 'COMMIT') this.committed.push(id);
      if (!sql.includes('pg_xact_status')) return { rows: [{ id }] };
      const isCommitted = this.committed.includes(values[0] as string);
      return { rows: [{ status: isCommitted ? 'committed' : 'aborted' }] };
    };
    const release = (isBroken?: boolean) => void this.releases.push(!isBroken);
    return { query, release } as unknown as PoolClient;
  }

  private fault(statement: string): void {
    const [next] = this.faults;
    if (next?.[0] === statement) this.faults.shift()![1]();
  }
}

const breakOff = () => {
  throw BROKEN;
};

describe(BatchTransactions.name, () => {
  let database: FakeDatabase;
  let work: jest.Mock<Promise<number>>;
  beforeEach(() => {
    database = new FakeDatabase();
    let times = 0;
    work = jest.fn(async () => ++times);
  });

  it.each(['connect', 'BEGIN', 'SELECT', 'COMMIT'])(
    'does the batch on another connection when the first breaks at %s',
    async (statement) => {
      database.faults.push([statement, breakOff], ['connect', breakOff]);
      const result = await database.transactions.run(work);
      expect(result).toBe(work.mock.calls.length);
      expect(database.committed).toHaveLength(1);
      expect(database.releases.at(-1)).toBe(true);
    },
  );

  it('does not do it again when it was committed before the connection broke', async () => {
    const commitAndBreak = () => {
      database.committed.push('1');
      throw BROKEN;
    };
    database.faults.push(['COMMIT', commitAndBreak]);
    expect(await database.transactions.run(work)).toBe(1);
    expect(work).toHaveBeenCalledTimes(1);
    expect([database.committed, database.releases]).toEqual([['1'], [false, true]]);
    // What the pool is given back neither is in a transaction nor holds the lock.
    expect(database.statements.at(-1)).toBe('ROLLBACK');
  });

  it('takes its turn before it looks at the directory, for two minutes at most', async () => {
    work.mockImplementation(async () => database.statements.push('work'));
    await database.transactions.run(work);
    expect(database.statements).toEqual([
      expect.stringContaining('SET LOCAL statement_timeout = 120000'),
      expect.stringContaining('pg_advisory_xact_lock'),
      'work',
      'COMMIT',
    ]);
  });

  it('plans anew what collides, three times at most', async () => {
    work.mockRejectedValueOnce(collision()).mockRejectedValueOnce(collision());
    await expect(database.transactions.run(work)).resolves.toBe(1);
    work.mockReset().mockRejectedValue(collision());
    await expect(database.transactions.run(work)).rejects.toThrow('duplicate key');
    expect(work).toHaveBeenCalledTimes(3);
    expect(database.releases).not.toContain(false);
  });

  it('gives up when the database has been away for a minute', async () => {
    work.mockRejectedValue(BROKEN);
    await expect(database.transactions.run(work)).rejects.toBe(BROKEN);
    expect(database.time).toBeGreaterThan(60_000);
    expect(database.time).toBeLessThan(62_000);
  });

  it('does not wait for a database that is away where the import is to stop', async () => {
    const stop = new AbortController();
    const transactions = new BatchTransactions(async () => breakOff(), {
      signal: stop.signal,
      now: () => database.time,
      pause: async (milliseconds) => {
        database.time += milliseconds;
        if (database.time === 2_000) stop.abort();
      },
    });
    await expect(transactions.run(work)).rejects.toBe(BROKEN);
    expect(database.time).toBe(2_000);
  });

  it('does not try again what cannot succeed', async () => {
    work.mockRejectedValue(new Error('a fault of ours'));
    await expect(database.transactions.run(work)).rejects.toThrow('a fault of ours');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
