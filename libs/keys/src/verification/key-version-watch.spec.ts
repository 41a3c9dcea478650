import { Logger } from '@nestjs/common';
import type { Database } from '#libs/database/src/database.js';
import { KeyVersionWatch } from './key-version-watch.js';
import type { SecretCache } from './secret-cache.js';

const POLL_MS = 500;

describe(KeyVersionWatch.name, () => {
  let probe: jest.Mock<Promise<{ version: string }>>;
  let clear: jest.Mock;
  let watch: KeyVersionWatch;

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    probe = jest.fn(async () => ({ version: '7' }));
    clear = jest.fn();
    watch = new KeyVersionWatch(
      { probe } as unknown as Database,
      { clear } as unknown as SecretCache,
    );
    watch.onApplicationBootstrap();
  });
  afterEach(async () => {
    await watch.onApplicationShutdown();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const looks = (times = 1) => jest.advanceTimersByTimeAsync(times * POLL_MS);

  it('empties the cache within half a second of a change, and only then', async () => {
    // What was remembered before the first look may be of any version.
    await looks();
    expect(clear).toHaveBeenCalledTimes(1);
    await looks(10);
    expect(clear).toHaveBeenCalledTimes(1);
    probe.mockResolvedValue({ version: '8' });
    await jest.advanceTimersByTimeAsync(POLL_MS - 1);
    expect(clear).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(clear).toHaveBeenCalledTimes(2);
    await looks();
    expect(clear).toHaveBeenCalledTimes(2);
  });

  it('learns of a change that came while the database was away', async () => {
    await looks();
    probe.mockRejectedValue(new Error('away'));
    await looks(3);
    expect(clear).toHaveBeenCalledTimes(1);
    probe.mockResolvedValue({ version: '9' });
    await looks();
    expect(clear).toHaveBeenCalledTimes(2);
  });

  it('ends with the program', async () => {
    await looks();
    await watch.onApplicationShutdown();
    probe.mockClear();
    await looks(5);
    expect(probe).not.toHaveBeenCalled();
  });
});
