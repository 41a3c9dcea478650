import type { Database } from '#libs/database/src/database.js';
import { DirectoryVersion } from './directory-version.js';
import type { DirectoryRepository } from './directory.repository.js';

const TRUSTED_MS = 500;

describe(DirectoryVersion.name, () => {
  /** Version that the database returns. */
  let present: string;
  /** Resolvers of queries in progress. */
  let answer: (() => void)[];
  /** Versions passed to `reads.promise`, in order. */
  let promised: (string | undefined)[];
  const reads = { promise: (version?: string) => promised.push(version) };
  let version: DirectoryVersion;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    present = '1';
    answer = [];
    promised = [];
    const current = () => {
      const asked = present;
      return new Promise((resolve) => answer.push(() => resolve({ version: asked })));
    };
    version = new DirectoryVersion(
      { reads } as unknown as Database,
      { current } as unknown as DirectoryRepository,
    );
  });
  afterEach(() => jest.useRealTimers());

  const ask = async () => {
    const asked = version.current();
    answer.at(-1)?.();
    return asked;
  };

  it('caches the version for half a second from the start of the query, and no longer', async () => {
    const asked = version.current();
    jest.advanceTimersByTime(100);
    answer[0]!();
    expect(await asked).toBe('1');
    present = '2';
    jest.advanceTimersByTime(TRUSTED_MS - 101);
    expect([version.recent, await version.current()]).toEqual(['1', '1']);
    jest.advanceTimersByTime(1);
    expect(version.recent).toBeUndefined();
    expect(await ask()).toBe('2');
  });

  it('runs one query for concurrent callers', async () => {
    const asked = [version.current(), version.current(), version.current()];
    expect(answer).toHaveLength(1);
    answer[0]!();
    expect(await Promise.all(asked)).toEqual(['1', '1', '1']);
  });

  it('queries again after this process has changed something', async () => {
    await ask();
    present = '2';
    version.moved();
    expect(version.recent).toBeUndefined();
    expect(await ask()).toBe('2');
  });

  it('does not cache a result that was requested before a change', async () => {
    const before = version.current();
    version.moved();
    present = '2';
    const after = version.current();
    expect(answer).toHaveLength(2);
    answer[0]!();
    await before;
    expect(version.recent).toBeUndefined();
    answer[1]!();
    expect([await after, version.recent]).toEqual(['2', '2']);
    expect(promised).toEqual([undefined, '2']);
  });

  it('queries again for `latest`, in case another process has changed something', async () => {
    await ask();
    present = '2';
    const latest = version.latest();
    expect(version.recent).toBeUndefined();
    answer[1]!();
    expect([await latest, version.recent]).toEqual(['2', '2']);
    expect(promised).toEqual(['1', undefined, '2']);
  });

  it('queries again after a failure', async () => {
    const current = jest
      .fn()
      .mockRejectedValueOnce(new Error('The database is away.'))
      .mockResolvedValue({ version: '3' });
    const failing = new DirectoryVersion(
      { reads } as unknown as Database,
      { current } as unknown as DirectoryRepository,
    );
    await expect(failing.current()).rejects.toThrow('away');
    expect(await failing.current()).toBe('3');
  });
});
