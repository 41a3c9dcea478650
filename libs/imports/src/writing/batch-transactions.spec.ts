import type { PoolClient } from 'pg';
import { BatchTransactions } from './batch-transactions.js';

const BROKEN = new Error('Connection terminated unexpectedly');
const collision = () => Object.assign(new Error('duplicate key'), { code: '23505' });

/** A fake database that commits transactions and fails on request. */
class FakeDatabase {
  readonly committed: string[] = [];
  /** One entry per connection: true if it was returned to the pool intact. */
  readonly releases: boolean[] = [];
  /** Statements received, in order. */
  readonly statements: string[] = [];
  time = 0;
  /** Faults in place of statements, each used once, by the statement's first word. */
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

  it('leaves the embedded database to others for four times as long, at most half a second', async () => {
    const pauses: number[] = [];
    let time = 0;
    const client = { query: async () => ({ rows: [{ id: '1' }] }), release: () => {} };
    const connect = async () => client as unknown as PoolClient;
    const tools = { now: () => time, pause: async (pause: number) => pauses.push(pause) };
    const longWork = async () => void (time += 70);
    await new BatchTransactions(connect, tools).run(longWork);
    expect(pauses).toEqual([]);
    const yielding = new BatchTransactions(connect, { ...tools, yields: true });
    await yielding.run(longWork);
    await yielding.run(async () => void (time += 126));
    await yielding.read(async () => void (time += 5));
    expect(pauses).toEqual([280, 500, 20]);
  });

  it.each(['connect', 'BEGIN', 'SELECT', 'COMMIT'])(
    'retries the batch on another connection when the first breaks at %s',
    async (statement) => {
      database.faults.push([statement, breakOff], ['connect', breakOff]);
      const result = await database.transactions.run(work);
      expect(result).toBe(work.mock.calls.length);
      expect(database.committed).toHaveLength(1);
      expect(database.releases.at(-1)).toBe(true);
    },
  );

  it('does not repeat a batch that was committed before the connection broke', async () => {
    const commitAndBreak = () => {
      database.committed.push('1');
      throw BROKEN;
    };
    database.faults.push(['COMMIT', commitAndBreak]);
    expect(await database.transactions.run(work)).toBe(1);
    expect(work).toHaveBeenCalledTimes(1);
    expect([database.committed, database.releases]).toEqual([['1'], [false, true]]);
    // A connection returned to the pool is not in a transaction and holds no lock.
    expect(database.statements.at(-1)).toBe('ROLLBACK');
  });

  it('takes the lock before reading the directory, for at most two minutes', async () => {
    work.mockImplementation(async () => database.statements.push('work'));
    await database.transactions.run(work);
    expect(database.statements).toEqual([
      expect.stringContaining('SET LOCAL statement_timeout = 120000'),
      expect.stringContaining('pg_advisory_xact_lock'),
      'work',
      'COMMIT',
    ]);
  });

  it('retries a collision, with at most three attempts', async () => {
    work.mockRejectedValueOnce(collision()).mockRejectedValueOnce(collision());
    await expect(database.transactions.run(work)).resolves.toBe(1);
    work.mockReset().mockRejectedValue(collision());
    await expect(database.transactions.run(work)).rejects.toThrow('duplicate key');
    expect(work).toHaveBeenCalledTimes(3);
    expect(database.releases).not.toContain(false);
  });

  it('gives up when the database is unavailable for a minute', async () => {
    work.mockRejectedValue(BROKEN);
    await expect(database.transactions.run(work)).rejects.toBe(BROKEN);
    expect(database.time).toBeGreaterThan(60_000);
    expect(database.time).toBeLessThan(62_000);
  });

  it('does not wait for an unavailable database once the import is stopped', async () => {
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

  it('does not retry other errors', async () => {
    work.mockRejectedValue(new Error('an internal error'));
    await expect(database.transactions.run(work)).rejects.toThrow('an internal error');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
