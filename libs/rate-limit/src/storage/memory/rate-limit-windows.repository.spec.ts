import { ManualClock } from '../../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../../test/support/migrated-database.ts';
import { RateLimitWindowsRepository } from './rate-limit-windows.repository.js';

const HOUR = 3_600_000;

describe(RateLimitWindowsRepository.name, () => {
  const served = useMigratedDatabase();
  let archive: RateLimitWindowsRepository;
  let clock: ManualClock;

  beforeEach(async () => {
    await served.database.rateLimitWindow.deleteMany();
    archive = new RateLimitWindowsRepository(served.database);
    clock = new ManualClock();
  });

  /** @param endsIn milliseconds until the window ends */
  const window = (bucket: string, endsIn: number, count = 1) => ({
    bucket,
    count,
    resetsAt: clock.now().getTime() + endsIn,
  });
  const loaded = async () => (await archive.load(clock.now())).map(({ bucket }) => bucket);

  it('returns running windows, ordered by their end', async () => {
    await archive.save([window('key:b', 2), window('key:ended', 0), window('key:a', 1, 7)]);
    expect(await archive.load(clock.now())).toEqual([window('key:a', 1, 7), window('key:b', 2)]);
  });

  it('keeps the last saved window of each bucket', async () => {
    await archive.save([window('key:a', 1_000, 7)]);
    await archive.save([window('key:a', HOUR, 1)]);
    expect(await archive.load(clock.now())).toEqual([window('key:a', HOUR, 1)]);
  });

  it('saves any number of windows', async () => {
    await archive.save(Array.from({ length: 10_001 }, (_, n) => window(`key:${n}`, HOUR + n)));
    const buckets = await loaded();
    expect(buckets).toHaveLength(10_001);
    expect([buckets[5_000], buckets.at(-1)]).toEqual(['key:5000', 'key:10000']);
  });

  it('deletes ended windows, and all but the latest addresses', async () => {
    await archive.save([
      window('key:ended', 0),
      window('key:running', 1),
      ...[1, 2, 3].map((n) => window(`address:${n}`, n)),
    ]);
    await archive.prune(clock.now(), 2);
    expect((await loaded()).sort()).toEqual(['address:2', 'address:3', 'key:running']);
    clock.advance(1);
    await archive.prune(clock.now(), 2);
    expect(await served.database.rateLimitWindow.count()).toBe(2);
  });
});
