import { ManualClock } from '../../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../../test/support/migrated-database.ts';
import { ArchivedWindows } from './archived-windows.js';
import { RateLimitWindowsRepository } from './rate-limit-windows.repository.js';

const HOUR_MS = 3_600_000;

describe(ArchivedWindows.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let windows: ArchivedWindows;

  beforeEach(async () => {
    clock = new ManualClock();
    windows = new ArchivedWindows(new RateLimitWindowsRepository(served.database), clock);
    await served.database.pool.query(
      'DELETE FROM rate_limit_windows; DELETE FROM window_clearings',
    );
  });

  /** @param left milliseconds until the window ends */
  const save = async (bucket: string, count: number, left: number) => {
    const resetsAt = new Date(clock.now().getTime() + left);
    await served.database.pool.query(
      'INSERT INTO rate_limit_windows (bucket, count, resets_at) VALUES ($1, $2, $3)',
      [bucket, count, resetsAt],
    );
    return resetsAt;
  };

  it('returns a saved window, but none that has ended', async () => {
    const now = clock.now().getTime();
    await save('key:a', 7, 1);
    await save('key:b', 7, 0);
    expect(await windows.read('key:a', HOUR_MS)).toMatchObject({ count: 7, resetsAt: now + 1 });
    const unused = { count: 0, resetsAt: now + HOUR_MS };
    expect(await windows.read('key:b', HOUR_MS)).toMatchObject(unused);
    expect(await windows.read('key:c', HOUR_MS)).toMatchObject(unused);
    await save('key:cleared', 0, 1);
    expect(await windows.read('key:cleared', HOUR_MS)).toMatchObject(unused);
    // Budgets per minute are not saved.
    expect(await windows.read('page:192.0.2.7', 60_000)).toBeUndefined();
  });

  it('clears windows immediately and idempotently without changing others', async () => {
    await save('key:a', 3, 1);
    await save('key:b', 3, 1);
    await windows.clear(['key:a', 'key:c']);
    await windows.clear(['key:a']);
    expect(await windows.read('key:a', HOUR_MS)).toMatchObject({ count: 0 });
    expect(await windows.read('key:b', HOUR_MS)).toMatchObject({ count: 3 });
  });

  it('reports that a server cleared the windows only once it has', async () => {
    expect(await windows.areTaken()).toBe(true);
    await windows.clear(['key:a']);
    let answer: boolean | undefined;
    const asked = windows.areTaken().then((taken) => (answer = taken));
    // The poll has run by now, because statements are answered in order.
    await served.database.pool.query('SELECT');
    expect(answer).toBeUndefined();
    await served.database.pool.query('DELETE FROM window_clearings');
    await asked;
    expect(answer).toBe(true);
  });
});
