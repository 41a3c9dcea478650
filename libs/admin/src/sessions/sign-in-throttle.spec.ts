import type { FastifyRequest } from 'fastify';
import type { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { AuditRepository } from '../audit/audit.repository.js';
import { SignInThrottle, throttleSignIns } from './sign-in-throttle.js';

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
      {} as unknown as AuditRepository,
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
  const refusedFor = (seconds: number, unit = 'seconds') => ({
    code: 'rate_limited',
    message: `Too many failed sign-ins. Try again in ${seconds} ${unit}.`,
    headers: { 'Retry-After': String(seconds) },
  });

  it('refuses an address without a query until it may retry, with the remaining seconds', async () => {
    expect(await refusal()).toEqual(refusedFor(10));
    clock.advance(3_500);
    expect(await refusal()).toEqual(refusedFor(7));
    clock.advance(6_499);
    expect(await refusal()).toEqual(refusedFor(1, 'second'));
    expect(count).toHaveBeenCalledTimes(1);
    clock.advance(1);
    count.mockResolvedValueOnce({ count: 1, allowed: true, retryAfter: 900 });
    expect(await refusal()).toBeUndefined();
    expect(count).toHaveBeenCalledTimes(2);
  });

  it('remembers the last 10,000 refused networks', async () => {
    const address = (n: number) => `10.0.${n >> 8}.${n & 255}`;
    for (let n = 0; n <= 10_000; n++) await refusal(address(n));
    count.mockClear();
    await refusal(address(1));
    expect(count).not.toHaveBeenCalled();
    await refusal(address(0));
    expect(count).toHaveBeenCalledTimes(1);
  });

  describe('counting attempts', () => {
    let counts: Map<string, number>;

    beforeEach(() => {
      counts = new Map();
      count.mockImplementation(async (bucket: string, { limit }: { limit: number }) => {
        counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
        return { count: counts.get(bucket), allowed: counts.get(bucket)! <= limit, retryAfter: 10 };
      });
    });
    const admitted = async (addresses: string[]) => {
      const refusals = [];
      for (const address of addresses) refusals.push(await refusal(address));
      return refusals.filter((refused) => refused === undefined).length;
    };
    const device = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
    const subnet = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
    const upTo = (length: number, address: (n: number) => string) =>
      Array.from({ length }, (_, n) => address(n + 1));

    it('admits 30 attempts from an IPv6 /64', async () => {
      expect(await admitted(upTo(32, device))).toBe(30);
      expect(await refusal('2001:db8:1:3::1')).toBeUndefined();
    });

    it('admits 100 attempts from an IPv6 /48 across its /64s', async () => {
      expect(await admitted(upTo(102, subnet))).toBe(100);
      expect(await refusal('2001:db8:2:1::1')).toBeUndefined();
    });

    it('does not count attempts against a /48 once one of its /64s is refused', async () => {
      await admitted(upTo(60, device));
      expect(counts.get('sign-in:address:2001:db8:1::/48')).toBe(30);
    });

    it('counts the loopback address once', async () => {
      expect(await admitted(upTo(31, () => '::1'))).toBe(30);
    });
  });

  it.each([
    ['POST', '/admin/token', 1],
    ['DELETE', '/admin/token', 0],
    ['POST', '/admin/keys', 0],
  ])('counts %s %s %i times before its body is read', async (method, url, times) => {
    count.mockResolvedValue({ count: 1, allowed: true, retryAfter: 900 });
    const request = { method, routeOptions: { url }, ip: ADDRESS } as FastifyRequest;
    const hook = throttleSignIns(throttle) as (...given: unknown[]) => void;
    expect(await new Promise((done) => hook(request, {}, done))).toBeUndefined();
    expect(count).toHaveBeenCalledTimes(times);
  });

  it('processes one attempt at a time, queues 40 and refuses the rest without a query', async () => {
    const ends: (() => void)[] = [];
    count.mockImplementation(
      () =>
        new Promise((resolve) => {
          ends.push(() => resolve({ count: 1, allowed: true, retryAfter: 900 }));
        }),
    );
    const attempts = Array.from({ length: 41 }, (_, n) => refusal(`10.0.0.${n}`));
    expect(await refusal('10.0.1.0')).toEqual({
      code: 'rate_limited',
      message: 'Too many people are signing in. Try again in 2 seconds.',
      headers: { 'Retry-After': '2' },
    });
    expect(count).toHaveBeenCalledTimes(1);
    for (const attempt of attempts) {
      ends.shift()!();
      expect(await attempt).toBeUndefined();
    }
    expect(count).toHaveBeenCalledTimes(41);
  });
});
