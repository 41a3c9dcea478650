import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Database } from '#libs/database/src/database.js';
import { insertKey } from '../../../../test/support/insert-key.ts';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { UsageRecorder } from './usage-recorder.js';
import { UsageRetention } from './usage-retention.js';
import { type Use, UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CAPACITY = 50_000;

type SavedUse = Use & { hour?: number; operation?: string };

describe(UsageRecorder.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let recorder: UsageRecorder;
  let usage: UsageService;
  let key: string;
  /** Statements that match fail before they reach the database. */
  let failing: RegExp | undefined;
  let rowsWritten: number;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  beforeEach(async () => {
    const { pool } = served.database;
    failing = undefined;
    rowsWritten = 0;
    clock = new ManualClock();
    const query = async (sql: string, values: unknown[][]) => {
      if (failing?.test(sql)) throw new Error('The database is away.');
      rowsWritten += values[0]!.length;
      return pool.query(sql, values);
    };
    recorder = new UsageRecorder(
      new UsageRepository({ pool: { query } } as unknown as Database),
      clock,
    );
    ({ usage } = keyServices(served.database, clock));
    key = (await insertKey(pool)).id;
  });

  /** Creates a recorder on a database that keeps the rows of each statement. */
  const savingRecorder = () => {
    const saved: SavedUse[][] = [];
    const database = { isAway: false };
    const add = async (uses: SavedUse[]) => {
      if (database.isAway) throw new Error('The database is away.');
      saved.push([...uses]);
    };
    const repository = { addHours: add, addDeprecated: add } as unknown as UsageRepository;
    return { saved, database, recorder: new UsageRecorder(repository, clock) };
  };
  const used = async (of = key) => {
    const { requests, refusals } = await usage.of(of, { by: 'hour' });
    return [requests, refusals];
  };
  const deprecated = async () => {
    const { items } = await usage.ofDeprecated({ operation: 'old', page: 1, limit: 100 });
    return items.find(({ keyId }) => keyId === key);
  };

  it('adds up allowed and refused requests across flushes, and no deprecated calls that were refused', async () => {
    recorder.record(key, 'allowed');
    recorder.record(key, 'allowed');
    recorder.record(key, 'refused', 'old');
    await recorder.run();
    recorder.record(key, 'allowed');
    recorder.record(key, 'refused');
    await recorder.run();
    await recorder.run();
    expect(await used()).toEqual([3, 2]);
    expect(rowsWritten).toBe(2);
    expect(await deprecated()).toBeUndefined();
  });

  it('keeps counters that could not be saved and saves them with the next ones', async () => {
    const error = jest.spyOn(Logger.prototype, 'error');
    recorder.record(key, 'allowed', 'old');
    failing = /INTO key_usage/;
    await recorder.run();
    recorder.record(key, 'allowed', 'old');
    await recorder.run();
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
    expect(await used()).toEqual([0, 0]);
    failing = undefined;
    await recorder.run();
    await recorder.run();
    expect(await used()).toEqual([2, 0]);
    expect(await deprecated()).toMatchObject({ requests: 2 });
  });

  it('saves the counters of other keys if one was deleted', async () => {
    const { pool } = served.database;
    const { id } = await insertKey(pool);
    for (const each of [id, key]) recorder.record(each, 'allowed', 'old');
    await pool.query('DELETE FROM api_keys WHERE id = $1', [id]);
    await recorder.run();
    expect(await used()).toEqual([1, 0]);
    expect(await deprecated()).toMatchObject({ requests: 1 });
  });

  it('retries only the deprecated counters if only they failed', async () => {
    recorder.record(key, 'allowed', 'old');
    failing = /deprecated_usage/;
    await recorder.run();
    failing = undefined;
    await recorder.run();
    expect(await used()).toEqual([1, 0]);
    expect(await deprecated()).toMatchObject({ requests: 1 });
  });

  it('counts by the hour and records the time of the last request', async () => {
    const start = clock.now();
    recorder.record(key, 'allowed', 'old');
    clock.advance(HOUR_MS - 1);
    recorder.record(key, 'allowed', 'old');
    clock.advance(1);
    recorder.record(key, 'allowed', 'old');
    await recorder.run();
    const { steps } = await usage.of(key, { by: 'hour', from: start });
    expect(steps.map(({ requests }) => requests)).toEqual([2, 1]);
    expect(await deprecated()).toMatchObject({ requests: 3, lastRequestAt: clock.now() });
  });

  it('keeps the latest use, whichever of two processes saves later', async () => {
    recorder.record(key, 'allowed', 'old');
    clock.advance(60_000);
    const last = clock.now();
    const other = new UsageRecorder(new UsageRepository(served.database), clock);
    other.record(key, 'allowed', 'old');
    await other.run();
    await recorder.run();
    expect(await deprecated()).toMatchObject({ requests: 2, lastRequestAt: last });
    const rows = await served.database.keyUsage.findMany({ where: { keyId: key } });
    expect(rows).toMatchObject([{ requests: 2, lastRequestAt: last }]);
  });

  it('writes rows ordered by key and hour, so that two processes cannot deadlock', async () => {
    const { saved, recorder: other } = savingRecorder();
    for (const id of ['b', 'c', 'a']) other.record(id, 'allowed', 'old');
    other.record('b', 'allowed', 'former');
    clock.advance(HOUR_MS);
    for (const id of ['c', 'a']) other.record(id, 'allowed');
    await other.run();
    const orders = saved.map((uses) =>
      uses.map(({ keyId, hour, operation }) => `${keyId} ${operation ?? hour}`),
    );
    expect(orders.map((rows) => rows.length)).toEqual([5, 4]);
    for (const rows of orders) expect(rows).toEqual([...rows].sort());
  });

  it(`tracks at most ${CAPACITY} keys while the database is unavailable and keeps counting those`, async () => {
    const { saved, recorder: other, database } = savingRecorder();
    database.isAway = true;
    other.record(key, 'allowed', 'old');
    for (let n = 1; n < CAPACITY + 10; n++) other.record(randomUUID(), 'allowed', 'old');
    await other.run();
    other.record(key, 'allowed', 'old');
    database.isAway = false;
    await other.run();
    expect(saved).toHaveLength(2);
    for (const uses of saved) {
      expect(uses).toHaveLength(CAPACITY);
      expect(uses.reduce((sum, { requests }) => sum + requests, 0)).toBe(CAPACITY + 1);
    }
  });

  describe('while the program runs', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('saves every two seconds and on shutdown', async () => {
      const { saved, recorder: running } = savingRecorder();
      running.onApplicationBootstrap();
      running.record(key, 'allowed');
      await jest.advanceTimersByTimeAsync(1_999);
      expect(saved).toHaveLength(0);
      await jest.advanceTimersByTimeAsync(1);
      expect(saved).toHaveLength(1);
      running.record(key, 'allowed');
      await jest.advanceTimersByTimeAsync(2_000);
      expect(saved).toHaveLength(2);
      running.record(key, 'allowed');
      await running.beforeApplicationShutdown();
      expect(saved).toHaveLength(3);
      expect(jest.getTimerCount()).toBe(0);
    });
  });

  describe(UsageRetention.name, () => {
    it('keeps rows for 366 days', async () => {
      recorder.record(key, 'allowed', 'old');
      await recorder.run();
      const retention = new UsageRetention(new UsageRepository(served.database), clock);
      const rows = () => served.database.keyUsage.count({ where: { keyId: key } });
      clock.advance(366 * DAY_MS);
      await retention.work();
      expect([await rows(), (await deprecated())?.requests]).toEqual([1, 1]);
      clock.advance(1);
      await retention.work();
      expect([await rows(), await deprecated()]).toEqual([0, undefined]);
    });
  });

  describe(UsageService.name, () => {
    it('defaults to 24 hours by hour or 30 days by day, for one key only', async () => {
      const other = (await insertKey(served.database.pool)).id;
      recorder.record(key, 'allowed');
      recorder.record(other, 'allowed');
      recorder.record(other, 'allowed');
      await recorder.run();
      expect([await used(), await used(other)]).toEqual([
        [1, 0],
        [2, 0],
      ]);
      clock.advance(25 * HOUR_MS);
      expect(await used()).toEqual([0, 0]);
      expect((await usage.of(key, { by: 'day' })).requests).toBe(1);
      clock.advance(30 * DAY_MS);
      expect((await usage.of(key, { by: 'day' })).requests).toBe(0);
    });
  });
});
