import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { Attempts } from './attempts.js';
import { AttemptsRepository } from './attempts.repository.js';

const LIMIT = { limit: 2, windowSeconds: 60 };

describe(Attempts.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let attempts: Attempts;

  beforeEach(async () => {
    await served.database.attemptWindow.deleteMany();
    clock = new ManualClock();
    attempts = new Attempts(new AttemptsRepository(served.database), clock);
  });

  const count = (bucket = 'a') => attempts.count(bucket, LIMIT);

  it('allows attempts up to the limit, and returns the seconds until the next window', async () => {
    expect(await count()).toEqual({ count: 1, allowed: true, retryAfter: 60 });
    clock.advance(10_500);
    expect(await count()).toEqual({ count: 2, allowed: true, retryAfter: 50 });
    expect(await count()).toEqual({ count: 3, allowed: false, retryAfter: 50 });
    expect(await count('b')).toMatchObject({ count: 1, allowed: true });
  });

  it('starts a new window at its end, which further attempts do not delay', async () => {
    for (let n = 0; n < 3; n++) await count();
    clock.advance(59_999);
    expect(await count()).toEqual({ count: 4, allowed: false, retryAfter: 1 });
    clock.advance(1);
    expect(await count()).toEqual({ count: 1, allowed: true, retryAfter: 60 });
  });

  it('starts a new window if the clock was set back far', async () => {
    for (let n = 0; n < 3; n++) await count();
    await count('b');
    clock.advance(-61_000);
    expect(await count()).toEqual({ count: 1, allowed: true, retryAfter: 60 });
    clock.advance(1_000);
    expect(await count('b')).toMatchObject({ count: 2, retryAfter: 120 });
  });

  it('holds the limit for simultaneous attempts', async () => {
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => count()));
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(2);
  });

  it('takes back one attempt of the same bucket, and never goes below zero', async () => {
    for (let n = 0; n < 2; n++) await count();
    await count('b');
    await attempts.takeBack('a');
    expect((await count()).count).toBe(2);
    for (let n = 0; n < 3; n++) await attempts.takeBack('b');
    expect((await count('b')).count).toBe(1);
    await attempts.takeBack('never met');
  });

  it('resets one bucket without changing others', async () => {
    for (const bucket of ['a', 'a', 'b']) await count(bucket);
    await attempts.forget('a');
    expect((await count('a')).count).toBe(1);
    expect((await count('b')).count).toBe(2);
  });

  it('deletes windows that have ended', async () => {
    await count('a');
    clock.advance(60_000);
    await count('b');
    expect(await served.database.attemptWindow.count()).toBe(1);
  });
});
