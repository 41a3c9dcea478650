import { Logger } from '@nestjs/common';
import { ManualClock } from '../../../../../test/support/manual-clock.ts';
import { CAPACITY, MemoryStorage } from './memory.storage.js';
import type { RateLimitWindowsRepository } from './rate-limit-windows.repository.js';
import { WindowPersistence } from './window-persistence.js';

const HOUR = 3_600_000;

describe(WindowPersistence.name, () => {
  const clock = new ManualClock();
  let storage: MemoryStorage;
  let archive: jest.Mocked<
    Pick<RateLimitWindowsRepository, 'load' | 'save' | 'prune' | 'takeClearings'>
  >;
  let persistence: WindowPersistence;
  let logged: jest.SpyInstance;

  beforeEach(() => {
    storage = new MemoryStorage(clock);
    archive = {
      load: jest.fn().mockResolvedValue([]),
      save: jest.fn().mockResolvedValue(undefined),
      prune: jest.fn().mockResolvedValue(undefined),
      takeClearings: jest.fn().mockResolvedValue([]),
    };
    persistence = new WindowPersistence(
      storage,
      archive as unknown as RateLimitWindowsRepository,
      clock,
    );
    logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  const saved = () => archive.save.mock.lastCall![0].map(({ bucket, count }) => [bucket, count]);

  it('saves only what has changed since the last time', async () => {
    await storage.hit('key:a', 9, HOUR);
    await storage.hit('key:b', 9, HOUR);
    await persistence.save();
    await storage.hit('key:b', 9, HOUR);
    await persistence.save();
    expect(saved()).toEqual([['key:b', 2]]);
  });

  it('clears windows on request, and saves the zero count', async () => {
    await storage.hit('key:a', 9, HOUR);
    await persistence.save();
    archive.takeClearings.mockResolvedValueOnce(['key:a', 'key:unknown']);
    await persistence.save();
    await persistence.save();
    expect(saved()).toEqual([['key:a', 0]]);
    clock.advance(1_000);
    const { count, resetsAt } = await storage.hit('key:a', 9, HOUR);
    expect([count, resetsAt]).toEqual([1, clock.now().getTime() + HOUR]);
    await persistence.save();
    expect(saved()).toEqual([['key:a', 1]]);
  });

  it('applies clearings at startup that were requested while it was stopped', async () => {
    const resetsAt = clock.now().getTime() + HOUR;
    archive.load.mockResolvedValueOnce([{ bucket: 'key:a', count: 7, resetsAt }]);
    archive.takeClearings.mockResolvedValueOnce(['key:a']);
    await persistence.onModuleInit();
    expect((await storage.read('key:a', HOUR)).count).toBe(0);
    await persistence.onApplicationShutdown();
  });

  it('saves on shutdown', async () => {
    await storage.hit('key:a', 9, HOUR);
    await persistence.onApplicationShutdown();
    expect(saved()).toEqual([['key:a', 1]]);
  });

  it('does not save refused requests', async () => {
    await storage.hit('key:a', 1, HOUR);
    await persistence.save();
    await storage.hit('key:a', 1, HOUR);
    await persistence.save();
    expect(saved()).toEqual([]);
  });

  it('saves requests counted during a save the next time', async () => {
    await storage.hit('key:a', 9, HOUR);
    archive.save.mockImplementationOnce(async () => void (await storage.hit('key:a', 9, HOUR)));
    await persistence.save();
    await persistence.save();
    expect(saved()).toEqual([['key:a', 2]]);
  });

  it('retries failed saves, and logs the failure once', async () => {
    await storage.hit('key:a', 9, HOUR);
    archive.save.mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone'));
    await persistence.save();
    await persistence.save();
    await persistence.save();
    expect(saved()).toEqual([['key:a', 1]]);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it('deletes ended windows once a minute, and retries after a failure', async () => {
    archive.prune.mockRejectedValueOnce(new Error('gone'));
    await persistence.save();
    await persistence.save();
    await persistence.save();
    expect(archive.prune).toHaveBeenCalledTimes(2);
    clock.advance(60_000 - 1);
    await persistence.save();
    expect(archive.prune).toHaveBeenCalledTimes(2);
    clock.advance(1);
    await persistence.save();
    expect(archive.prune).toHaveBeenCalledTimes(3);
    // After a restart, as many addresses as memory holds are restored.
    expect(archive.prune).toHaveBeenLastCalledWith(clock.now(), CAPACITY.addresses);
  });
});
