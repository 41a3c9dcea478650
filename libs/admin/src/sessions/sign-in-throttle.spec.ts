import type { Database } from '#libs/database/src/database.js';
import type { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { SignInThrottle } from './sign-in-throttle.js';

const ADDRESS = '192.0.2.7';

describe(SignInThrottle.name, () => {
  let clock: ManualClock;
  let count: jest.Mock;
  let throttle: SignInThrottle;

  beforeEach(() => {
    clock = new ManualClock();
    count = jest.fn(async () => ({ count: 31, allowed: false, retryAfter: 10 }));
    throttle = new SignInThrottle(
      { count } as unknown as Attempts,
      {} as unknown as Database,
      clock,
    );
  });

  const refusal = (address = ADDRESS) =>
    throttle.admitAddress(address).then(
      () => undefined,
      (error: { code: string; message: string; headers: object }) => ({
        code: error.code,
        message: error.message,
        headers: error.headers,
      }),
    );
  const refusedFor = (seconds: number) => ({
    code: 'rate_limited',
    message: `Too many failed sign-ins. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });

  it('asks the database no more until a refused address may try again, and says when', async () => {
    expect(await refusal()).toEqual(refusedFor(10));
    clock.advance(3_500);
    expect(await refusal()).toEqual(refusedFor(7));
    clock.advance(6_499);
    expect(await refusal()).toEqual(refusedFor(1));
    expect(count).toHaveBeenCalledTimes(1);
    clock.advance(1);
    count.mockResolvedValueOnce({ count: 1, allowed: true, retryAfter: 900 });
    expect(await refusal()).toBeUndefined();
    expect(count).toHaveBeenCalledTimes(2);
  });

  it('keeps in mind the last 10,000 that were refused', async () => {
    const address = (n: number) => `10.0.${n >> 8}.${n & 255}`;
    for (let n = 0; n <= 10_000; n++) await refusal(address(n));
    count.mockClear();
    await refusal(address(1));
    expect(count).not.toHaveBeenCalled();
    await refusal(address(0));
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('refuses a whole /64 of IPv6, and no other', async () => {
    await refusal('2001:db8:1:2::1');
    await refusal('2001:db8:1:2:ffff::9');
    expect(count).toHaveBeenCalledTimes(1);
    await refusal('2001:db8:1:3::1');
    expect(count).toHaveBeenCalledTimes(2);
    expect(count).toHaveBeenLastCalledWith('sign-in:address:2001:db8:1:3::/64', {
      limit: 30,
      windowSeconds: 900,
    });
  });
});
