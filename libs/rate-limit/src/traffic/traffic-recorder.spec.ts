import { Logger } from '@nestjs/common';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { RecentTrafficRepository } from './recent-traffic.repository.js';
import { TrafficRecorder } from './traffic-recorder.js';

const KEPT_MINUTES = 60;
const MINUTE_MS = 60_000;
const CAPACITY = 10_000;

describe(TrafficRecorder.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let recorder: TrafficRecorder;
  let traffic: RecentTrafficRepository;

  beforeEach(async () => {
    await served.database.recentTraffic.deleteMany();
    clock = new ManualClock(Date.parse('2026-11-20T10:00:59.999Z'));
    traffic = new RecentTrafficRepository(served.database, clock);
    recorder = new TrafficRecorder(traffic);
  });

  const ask = (bucket: string, times = 1, milliseconds = 1, isRefused = false) => {
    for (let i = 0; i < times; i++) recorder.record(bucket, isRefused, milliseconds);
  };
  const addresses = async (minutes = 1, sort: 'requests' | 'refusals' | 'time' = 'requests') =>
    (await traffic.topAddresses({ minutes, sort, limit: 20 })).map(({ address }) => address);

  it('sums the counts of all processes, for pages and the API', async () => {
    const other = new TrafficRecorder(traffic);
    ask('address:192.0.2.1', 2, 10);
    ask('page:192.0.2.1', 1, 5.5, true);
    other.record('address:192.0.2.1', false, 4);
    await recorder.run();
    await other.run();
    ask('address:192.0.2.1', 1, 1);
    await recorder.run();
    await recorder.run();
    expect(await traffic.topAddresses({ minutes: 1, sort: 'requests', limit: 20 })).toEqual([
      { address: '192.0.2.1', requests: 4, refusals: 1, milliseconds: 30.5 },
    ]);
    expect(await traffic.topKeys({ minutes: 1, sort: 'requests', limit: 20 })).toEqual([]);
  });

  it('ranks by requests, refusals or time', async () => {
    ask('address:many', 3);
    ask('address:refused', 2, 1, true);
    ask('address:slow', 1, 1_000);
    await recorder.run();
    expect(await addresses(1, 'requests')).toEqual(['many', 'slow', 'refused']);
    expect((await addresses(1, 'refusals'))[0]).toBe('refused');
    expect((await addresses(1, 'time'))[0]).toBe('slow');
  });

  it('ranks equal buckets by name', async () => {
    for (const name of ['d', 'b', 'e', 'a', 'c']) ask(`address:${name}`);
    await recorder.run();
    for (const sort of ['requests', 'refusals', 'time'] as const) {
      expect(await addresses(1, sort)).toEqual(['a', 'b', 'c', 'd', 'e']);
    }
    ask('address:c', 1, 0, true);
    ask('address:e', 1, 0, true);
    ask('address:e', 1, 0);
    await recorder.run();
    expect(await addresses(1, 'requests')).toEqual(['e', 'c', 'a', 'b', 'd']);
    expect(await addresses(1, 'refusals')).toEqual(['e', 'c', 'a', 'b', 'd']);
  });

  it('loses no requests during a write or at shutdown', async () => {
    const add = jest
      .spyOn(traffic, 'add')
      .mockImplementationOnce(async () => ask('address:during'));
    ask('address:before');
    await recorder.run();
    expect(await addresses()).toEqual([]);
    add.mockRestore();
    await recorder.beforeApplicationShutdown();
    expect(await addresses()).toEqual(['during']);
  });

  it('counts callers only up to its capacity', async () => {
    for (let i = 0; i < CAPACITY; i++) ask(`address:caller-${i}`);
    ask('address:late', 3);
    ask(`address:caller-${CAPACITY - 1}`);
    await recorder.run();
    const busiest = await addresses();
    expect(busiest[0]).toBe(`caller-${CAPACITY - 1}`);
    expect(busiest).not.toContain('late');
  });

  it('returns the last minutes including the current one, and deletes them after an hour', async () => {
    ask('address:first');
    await recorder.run();
    clock.advance(1);
    ask('address:second');
    await recorder.run();
    expect(await addresses(1)).toEqual(['second']);
    expect(await addresses(2)).toEqual(['first', 'second']);
    clock.advance((KEPT_MINUTES - 1) * MINUTE_MS);
    await recorder.run();
    expect(await served.database.recentTraffic.count()).toBe(2);
    clock.advance(MINUTE_MS);
    await recorder.run();
    expect(await served.database.recentTraffic.count()).toBe(1);
  });

  it('saves only the fifty busiest callers, by requests and by time', async () => {
    const written = () => served.database.recentTraffic.count();
    for (let i = 1; i <= 50; i++) ask(`address:caller-${i}`, i);
    await recorder.run();
    expect(await written()).toBe(50);
    for (let i = 51; i <= 101; i++) ask(`address:caller-${i}`, i);
    ask('address:slow', 1, 500);
    await recorder.run();
    expect(await written()).toBe(101);
    expect(await addresses()).not.toContain('caller-51');
    expect((await addresses(1, 'time'))[0]).toBe('slow');
  });

  it('writes every five seconds from the start of the program to its end', async () => {
    jest.useFakeTimers();
    const add = jest.spyOn(traffic, 'add').mockResolvedValue();
    recorder.onApplicationBootstrap();
    for (const times of [1, 2]) {
      await jest.advanceTimersByTimeAsync(4_999);
      expect(add).toHaveBeenCalledTimes(times - 1);
      await jest.advanceTimersByTimeAsync(1);
      expect(add).toHaveBeenCalledTimes(times);
    }
    await recorder.beforeApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('continues after a failed save', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const away = jest
      .spyOn(RecentTrafficRepository.prototype, 'add')
      .mockRejectedValueOnce(new Error('no'));
    ask('address:lost');
    await recorder.run();
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    away.mockRestore();
    ask('address:kept');
    await recorder.run();
    expect(await addresses()).toEqual(['kept']);
  });
});
