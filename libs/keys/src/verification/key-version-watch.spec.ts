import { Logger } from '@nestjs/common';
import type { Database } from '#libs/database/src/database.js';
import { insertKey } from '../../../../test/support/insert-key.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { KeysRepository } from '../administration/keys.repository.js';
import { KeyVersionWatch } from './key-version-watch.js';
import type { SecretCache } from './secret-cache.js';

const POLL_MS = 500;

describe(KeyVersionWatch.name, () => {
  let probe: jest.Mock<Promise<{ version: string }>>;
  let clear: jest.Mock;
  let cache: { clear: jest.Mock; isInUse: boolean };
  let watch: KeyVersionWatch;

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    probe = jest.fn(async () => ({ version: '7' }));
    clear = jest.fn();
    cache = { clear, isInUse: true };
    watch = new KeyVersionWatch(
      new KeysRepository({ probe } as unknown as Database),
      cache as unknown as SecretCache,
    );
    watch.onApplicationBootstrap();
  });
  afterEach(async () => {
    await watch.beforeApplicationShutdown();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const looks = (times = 1) => jest.advanceTimersByTimeAsync(times * POLL_MS);

  it('clears the cache within half a second of a change, and only then', async () => {
    // Entries cached before the first poll may belong to any version.
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

  it('clears the cache after a change made while the database was unavailable', async () => {
    await looks();
    probe.mockRejectedValue(new Error('away'));
    await looks(3);
    expect(clear).toHaveBeenCalledTimes(1);
    probe.mockResolvedValue({ version: '9' });
    await looks();
    expect(clear).toHaveBeenCalledTimes(2);
  });

  it('does not poll while the cache is unused, and clears it at the first poll after a change', async () => {
    await looks();
    cache.isInUse = false;
    probe.mockClear();
    await looks(5);
    expect(probe).not.toHaveBeenCalled();
    probe.mockResolvedValue({ version: '8' });
    cache.isInUse = true;
    await looks();
    expect(clear).toHaveBeenCalledTimes(2);
  });
});

describe('key_version', () => {
  const served = useMigratedDatabase();
  beforeAll(async () => {
    await insertKey(served.database.pool);
  });

  const version = async () =>
    (await served.database.probe<{ version: string }>('SELECT version FROM key_version'))!.version;

  it.each([
    "INSERT INTO api_keys SELECT gen_random_uuid(), NULL, 'B', 'B', 'b@example.org', 1",
    'UPDATE api_keys SET limit_per_hour = 5',
    'UPDATE api_key_secrets SET expires_at = now()',
    'DELETE FROM api_key_secrets',
    'TRUNCATE api_key_secrets',
    'DELETE FROM api_keys',
    'TRUNCATE api_keys CASCADE',
  ])('changes with %s', async (sql) => {
    const before = await version();
    await served.database.pool.query(sql);
    expect(await version()).not.toBe(before);
  });
});
