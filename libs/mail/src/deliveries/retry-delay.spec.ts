import fc from 'fast-check';
import { retryDelaySeconds } from './delivery-queue.js';

const ATTEMPTS = 480;

describe(retryDelaySeconds.name, () => {
  it('starts with seconds and doubles', () => {
    expect([1, 2, 3, 4].map((attempt) => retryDelaySeconds(attempt, 0))).toEqual([2, 4, 8, 16]);
  });

  it('adds up to a fifth at random', () => {
    expect(retryDelaySeconds(3, 0.5)).toBeCloseTo(8.8);
    expect(retryDelaySeconds(3, 1)).toBeCloseTo(9.6);
    expect(retryDelaySeconds(30, 1)).toBeCloseTo(1_080);
  });

  it('allows about five days of retries', () => {
    const waits = Array.from({ length: ATTEMPTS - 1 }, (_, n) => retryDelaySeconds(n + 1, 0));
    const days = waits.reduce((sum, seconds) => sum + seconds) / (24 * 3600);
    expect(days).toBeGreaterThan(4.5);
    expect(days).toBeLessThan(5);
  });

  it('never exceeds eighteen minutes or a fifth more than the base delay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const least = retryDelaySeconds(attempt, 0);
          const delay = retryDelaySeconds(attempt, random);
          expect(delay).toBeGreaterThanOrEqual(least);
          expect(delay).toBeLessThanOrEqual(least * 1.2);
          expect(least).toBeLessThanOrEqual(900);
        },
      ),
    );
  });
});
