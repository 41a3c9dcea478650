import { Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Trouble } from '../availability/availability.js';
import type { BoundedPool } from '../connections/bounded-pool.js';
import { DatabaseOverloadedError, DeadlineMissedError } from '../database-errors.js';
import { DirectoryReads } from './directory-reads.js';
import { Replica } from './replica.js';

/** How long one that was behind is not asked again, and one that is asked again and again stays well. */
const BEHIND_FOR = 20;
const LAGGING_AFTER = 10_000;
const VERSION = 'SELECT version::text FROM directory_version';

describe(DirectoryReads.name, () => {
  /** What each server is at, and what it was asked beside that. */
  let primaryAt: string;
  let replicaAt: string;
  let asked: string[];
  let checks: number;
  let trouble: Trouble | undefined;
  /** What the replica does with a read. */
  let answer: () => Promise<{ rows: object[] }>;
  let client: PoolClient;
  let released: unknown[];
  let replica: Replica;
  let reads: DirectoryReads;

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
    const primary = { query, connect: async () => ({ query, release: () => {} }) };
    reads = new DirectoryReads(primary as unknown as BoundedPool, replica);
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
  /** Which server answers. */
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

  it('reads the replica, and asks each connection once a version how far it is', async () => {
    expect([await read(), await read()]).toEqual(['replica: read', 'replica: read']);
    expect(checks).toBe(1);
    [replicaAt, primaryAt] = ['8', '8'];
    reads.promise('8');
    expect([await read(), await read(), checks]).toEqual(['replica: read', 'replica: read', 2]);
    client = connection();
    expect([await read(), checks]).toEqual(['replica: read', 3]);
    expect(reads.counts).toEqual({ replica: 5, primary: 0 });
  });

  it('reads the primary while the replica is behind, and looks again after a moment', async () => {
    reads.promise('8');
    expect(await read()).toBe('primary: read');
    replicaAt = '8';
    jest.advanceTimersByTime(BEHIND_FOR - 1);
    expect(await read()).toBe('primary: read');
    jest.advanceTimersByTime(1);
    expect(await read()).toBe('replica: read');
    expect(replica.counts).toMatchObject({ read: 1, behind: 2 });
  });

  it('never goes behind what was read before, even where less is promised', async () => {
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

  it('reads the primary from a change on until the version is known again', async () => {
    reads.promise(undefined);
    expect(await read()).toBe('primary: read');
    reads.promise('7');
    expect(await read()).toBe('replica: read');
  });

  it.each([
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['a read that recovery cancelled', Object.assign(new Error('conflict'), { code: '40001' })],
    ['finding too many who wait', new DatabaseOverloadedError()],
    ['what it lacks', Object.assign(new Error('no such function'), { code: '42883' })],
  ])('reads the primary instead after %s', async (_, error) => {
    answer = () => Promise.reject(error);
    expect(await read()).toBe('replica: read,primary: read');
    expect(replica.counts).toMatchObject({ read: 0, failed: 1 });
    // A connection that failed is not used again.
    expect(released).toEqual([true]);
  });

  it.each([
    ['was cancelled because it took too long', Object.assign(new Error(), { code: '57014' })],
    ['had no answer in time', new DeadlineMissedError(5_000)],
  ])('does not burden the primary with a read that %s', async (_, error) => {
    answer = () => Promise.reject(error);
    await expect(reads.query('read')).rejects.toBe(error);
    expect(asked).toEqual(['replica: read']);
  });

  it('leaves a replica that cannot be used alone until it can', async () => {
    for (const kind of ['unreachable', 'refusing', 'outdated'] as const) {
      await find({ kind, reason: 'of a kind' });
      expect([await read(), replica.isDegraded]).toEqual(['primary: read', true]);
      await find(undefined);
      expect([await read(), replica.isDegraded]).toEqual(['replica: read', false]);
    }
    expect(replica.counts).toMatchObject({ away: 3, failed: 0 });
  });

  it('gives up a read without an answer as soon as the replica is known to be away', async () => {
    answer = () => new Promise(() => {});
    trouble = { kind: 'unreachable', reason: 'no answer' };
    const silent = reads.query('read');
    await jest.advanceTimersByTimeAsync(499);
    expect(asked).toEqual(['replica: read']);
    await jest.advanceTimersByTimeAsync(2);
    expect((await silent).rows).toEqual([{ version: '7' }]);
    expect(asked).toEqual(['replica: read', 'primary: read']);
  });

  it('goes on waiting where only the read is slow', async () => {
    let finish!: () => void;
    answer = () => new Promise((resolve) => (finish = () => resolve({ rows: [] })));
    const slow = reads.query('read');
    await jest.advanceTimersByTimeAsync(4_000);
    finish();
    await slow;
    expect(asked).toEqual(['replica: read']);
  });

  it('is degraded once it has been behind for ten seconds, each time that it was asked', async () => {
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

  it('is not held degraded by what was found long ago', async () => {
    reads.promise('8');
    await read();
    jest.advanceTimersByTime(LAGGING_AFTER);
    await read();
    jest.advanceTimersByTime(BEHIND_FOR);
    await read();
    expect(replica.isDegraded).toBe(false);
  });

  it('reads one state on one server, and all of it anew on the other', async () => {
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

  it('is the primary alone where there is no replica', async () => {
    const query = jest.fn(async () => ({ rows: [] }));
    const alone = new DirectoryReads({ query } as unknown as BoundedPool);
    alone.promise('7');
    await alone.query('read', [1]);
    expect(query).toHaveBeenCalledWith('read', [1]);
    expect(alone.counts).toEqual({ primary: 1, replica: 0 });
  });
});
