import type { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { DrainingService } from '#libs/http/src/draining/draining.service.js';
import { ChangeWatch } from './change-watch.js';

const LOOK_EVERY = 250;

describe(ChangeWatch.name, () => {
  let version: { current: jest.Mock };
  let draining: { isDraining: boolean };
  let watch: ChangeWatch;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    version = { current: jest.fn().mockResolvedValue('1') };
    draining = { isDraining: false };
    watch = new ChangeWatch(
      version as unknown as DirectoryVersion,
      draining as unknown as DrainingService,
    );
  });
  afterEach(() => jest.useRealTimers());

  const wait = (since = '1', signal = new AbortController().signal) => {
    const waiting = { isOver: false };
    void watch.changed(since, signal).then(() => (waiting.isOver = true));
    return waiting;
  };
  const look = () => jest.advanceTimersByTimeAsync(LOOK_EVERY);

  it('wakes only the waiters whose version is outdated, within a quarter of a second', async () => {
    const one = wait('1');
    const other = wait('2');
    await look();
    expect([one.isOver, other.isOver]).toEqual([false, true]);
    version.current.mockResolvedValue('3');
    await jest.advanceTimersByTimeAsync(LOOK_EVERY - 1);
    expect(one.isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(one.isOver).toBe(true);
  });

  it('wakes a new waiter after a time with no waiters', async () => {
    for (const since of ['1', '2', '3']) {
      const waiting = wait(since);
      version.current.mockResolvedValue(String(Number(since) + 1));
      await look();
      expect([since, waiting.isOver]).toEqual([since, true]);
      await look();
      expect(jest.getTimerCount()).toBe(0);
    }
  });

  it('reads the version once for all waiters', async () => {
    const all = Array.from({ length: 50 }, () => wait());
    await look();
    expect(version.current).toHaveBeenCalledTimes(1);
    version.current.mockResolvedValue('2');
    await look();
    expect(all.every(({ isOver }) => isOver)).toBe(true);
  });

  it('keeps waiting while the database is unavailable', async () => {
    version.current.mockRejectedValue(new Error('The database is away.'));
    const waiting = wait();
    await look();
    await look();
    expect(waiting.isOver).toBe(false);
    version.current.mockResolvedValue('2');
    await look();
    expect(waiting.isOver).toBe(true);
  });

  it('releases a waiter whose signal is aborted, and then stops polling', async () => {
    const end = new AbortController();
    const waiting = wait('1', end.signal);
    const late = wait('1', AbortSignal.abort());
    await jest.advanceTimersByTimeAsync(0);
    expect([waiting.isOver, late.isOver]).toEqual([false, true]);
    end.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect(waiting.isOver).toBe(true);
    await look();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('releases all waiters when the process is shutting down and accepts no new ones', async () => {
    const waiting = wait();
    version.current.mockRejectedValue(new Error('The database is away.'));
    draining.isDraining = true;
    await look();
    const later = wait();
    await jest.advanceTimersByTimeAsync(0);
    expect([waiting.isOver, later.isOver]).toEqual([true, true]);
  });
});
