import { Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Trouble } from '../availability/availability.js';
import type { BoundedPool } from '../connections/bounded-pool.js';
import { DatabaseOverloadedError, DeadlineMissedError } from '../database-errors.js';
import { ReadPool } from './read-pool.js';
import { Replica } from './replica.js';

/**
 * Milliseconds for which a stale replica is not asked again, and after which a lagging one is
 * degraded.
 */
const BEHIND_FOR = 20;
const LAGGING_AFTER = 10_000;
const VERSION = 'SELECT version::text FROM directory_version';

describe(ReadPool.name, () => {
  /** Versions of both servers, and the statements that they received apart from version checks. */
  let primaryAt: string;
  let replicaAt: string;
  let asked: string[];
  let checks: number;
  let trouble: Trouble | undefined;
  /** Handles a read on the replica. */
  let answer: () => Promise<{ rows: object[] }>;
  let client: PoolClient;
  let released: unknown[];
  let replica: Replica;
  let reads: ReadPool;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    for (const level of ['warn', 'error'] as const) {
      jest.spyOn(Logger.prototype, level).mockReturnValue(undefined);
    }
    [primaryAt, replicaAt, asked, checks, trouble, released] = ['7', '7', [], 0, undefined, []];
    answer = async () => ({ rows: [{ version: replicaAt }] });
    client = connection();
    replica = new Replica({}, 5_000, async () => trouble);
    replica.pool.connect = async () => client;
    const query = async (text: string) => {
      asked.push(`primary: ${text}`);
      return { rows: [{ version: primaryAt }] };
    };
    const primary = { query, use: (work: (client: object) => unknown) => work({ query }) };
    reads = new ReadPool(primary as unknown as BoundedPool, replica);
    reads.promise('7');
  });
  afterEach(() => {
    replica.availability.close();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  function connection(): PoolClient {
    const query = async (text: string) => {
      if (text === VERSION) {
        checks += 1;
        return { rows: [{ version: replicaAt }] };
      }
      asked.push(`replica: ${text}`);
      return answer();
    };
    const release = (error?: unknown) => void released.push(error);
    return { query, release } as unknown as PoolClient;
  }
  /** Returns the server that handled a read. */
  const read = async () => {
    asked = [];
    await reads.query('read');
    return asked.join();
  };
  const find = async (found: Trouble | undefined) => {
    trouble = found;
    jest.advanceTimersByTime(1_000);
    await replica.availability.check();
  };

  it('reads from the replica and checks its version once for each version and connection', async () => {
    expect([await read(), await read()]).toEqual(['replica: read', 'replica: read']);
    expect(checks).toBe(1);
    [replicaAt, primaryAt] = ['8', '8'];
    reads.promise('8');
    expect([await read(), await read(), checks]).toEqual(['replica: read', 'replica: read', 2]);
    client = connection();
    expect([await read(), checks]).toEqual(['replica: read', 3]);
    expect(reads.counts).toEqual({ replica: 5, primary: 0 });
  });

  it('reads from the primary while the replica is behind, and checks again shortly after', async () => {
    reads.promise('8');
    expect(await read()).toBe('primary: read');
    replicaAt = '8';
    jest.advanceTimersByTime(BEHIND_FOR - 1);
    expect(await read()).toBe('primary: read');
    jest.advanceTimersByTime(1);
    expect(await read()).toBe('replica: read');
    expect(replica.counts).toMatchObject({ read: 1, behind: 2 });
  });

  it('never returns an older version than an earlier read, even if less is promised', async () => {
    reads.promise('6');
    replicaAt = '6';
    expect(await read()).toBe('replica: read');
    reads.promise('8');
    primaryAt = '9';
    expect(await read()).toBe('primary: read');
    reads.promise('8');
    replicaAt = '8';
    jest.advanceTimersByTime(BEHIND_FOR);
    expect(await read()).toBe('primary: read');
    replicaAt = '9';
    jest.advanceTimersByTime(BEHIND_FOR);
    expect(await read()).toBe('replica: read');
  });

  it('reads from the primary after a change until the new version is known', async () => {
    reads.promise(undefined);
    expect(await read()).toBe('primary: read');
    reads.promise('7');
    expect(await read()).toBe('replica: read');
  });

  it.each([
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['a read that the recovery canceled', Object.assign(new Error('conflict'), { code: '40001' })],
    ['a full queue', new DatabaseOverloadedError()],
    ['a missing function', Object.assign(new Error('no such function'), { code: '42883' })],
  ])('reads from the primary after %s', async (_, error) => {
    answer = () => Promise.reject(error);
    expect(await read()).toBe('replica: read,primary: read');
    expect(replica.counts).toMatchObject({ read: 0, failed: 1 });
    // A failed connection is not reused.
    expect(released).toEqual([true]);
  });

  it.each([
    ['was canceled because it took too long', Object.assign(new Error(), { code: '57014' })],
    ['got no response in time', new DeadlineMissedError(5_000)],
  ])('does not repeat a read on the primary that %s', async (_, error) => {
    answer = () => Promise.reject(error);
    await expect(reads.query('read')).rejects.toBe(error);
    expect(asked).toEqual(['replica: read']);
  });

  it('does not use an unavailable replica until it has recovered', async () => {
    for (const kind of ['unreachable', 'refusing', 'outdated'] as const) {
      await find({ kind, reason: 'of a kind' });
      expect([await read(), replica.isDegraded]).toEqual(['primary: read', true]);
      await find(undefined);
      expect([await read(), replica.isDegraded]).toEqual(['replica: read', false]);
    }
    expect(replica.counts).toMatchObject({ away: 3, failed: 0 });
  });

  it('abandons a pending read as soon as the replica is known to be unavailable', async () => {
    answer = () => new Promise(() => {});
    trouble = { kind: 'unreachable', reason: 'no answer' };
    const silent = reads.query('read');
    await jest.advanceTimersByTimeAsync(499);
    expect(asked).toEqual(['replica: read']);
    await jest.advanceTimersByTimeAsync(2);
    expect((await silent).rows).toEqual([{ version: '7' }]);
    expect(asked).toEqual(['replica: read', 'primary: read']);
  });

  it('keeps waiting if only the read is slow', async () => {
    let finish!: () => void;
    answer = () => new Promise((resolve) => (finish = () => resolve({ rows: [] })));
    const slow = reads.query('read');
    await jest.advanceTimersByTimeAsync(4_000);
    finish();
    await slow;
    expect(asked).toEqual(['replica: read']);
  });

  it('is degraded once every check for ten seconds found it behind', async () => {
    reads.promise('8');
    for (const pause of [0, LAGGING_AFTER / 2, LAGGING_AFTER / 2]) {
      jest.advanceTimersByTime(pause);
      expect(await read()).toBe('primary: read');
      expect(replica.isDegraded).toBe(false);
    }
    jest.advanceTimersByTime(BEHIND_FOR);
    await read();
    expect(replica.isDegraded).toBe(true);
    replicaAt = '8';
    jest.advanceTimersByTime(BEHIND_FOR);
    expect([await read(), replica.isDegraded]).toEqual(['replica: read', false]);
  });

  it('is not degraded because of an old check', async () => {
    reads.promise('8');
    await read();
    jest.advanceTimersByTime(LAGGING_AFTER);
    await read();
    jest.advanceTimersByTime(BEHIND_FOR);
    await read();
    expect(replica.isDegraded).toBe(false);
  });

  it('reads one state from a single server, and starts over if it falls back to the primary', async () => {
    const inOneState = () =>
      reads.inOneState(async (state) => {
        await state.query('one');
        return (await state.query('two')).rows.length;
      });
    expect(await inOneState()).toBe(1);
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    const statements = [begin, 'one', 'two', 'COMMIT'];
    expect(asked).toEqual(statements.map((text) => `replica: ${text}`));
    asked = [];
    answer = async () => {
      if (asked.at(-1) === 'replica: two') throw new Error('Connection terminated');
      return { rows: [] };
    };
    expect(await inOneState()).toBe(1);
    expect(asked.slice(3)).toEqual(statements.map((text) => `primary: ${text}`));
  });

  it('uses the primary if there is no replica', async () => {
    const query = jest.fn(async () => ({ rows: [] }));
    const alone = new ReadPool({ query } as unknown as BoundedPool);
    alone.promise('7');
    await alone.query('read', [1]);
    expect(query).toHaveBeenCalledWith('read', [1]);
    expect(alone.counts).toEqual({ primary: 1, replica: 0 });
  });
});
