import fc from 'fast-check';
import { SendFailure } from '../transport/mail-transport.js';
import { outcomeOf, retryDelaySeconds } from './outcome.js';

const ATTEMPTS = 480;

describe(outcomeOf.name, () => {
  it(`fails after ${ATTEMPTS} attempts, and after the same number once an admin retries it`, () => {
    const statusAfter = (attempt: number) =>
      outcomeOf(new SendFailure('deferred', '451 busy'), undefined, attempt).status;
    expect(statusAfter(ATTEMPTS - 1)).toBe('pending');
    expect(statusAfter(ATTEMPTS)).toBe('failed');
    expect(statusAfter(ATTEMPTS + 1)).toBe('pending');
    expect(statusAfter(2 * ATTEMPTS)).toBe('failed');
  });

  it('delays each attempt longer', () => {
    const { retrySeconds } = outcomeOf(new SendFailure('deferred', '451 busy'), undefined, 6);
    expect(retrySeconds).toBeGreaterThanOrEqual(64);
    expect(retrySeconds).toBeLessThan(1.2 * 64);
  });

  it('shortens an error to one line of 500 characters', () => {
    const kept = (message: string) => outcomeOf(new Error(message), undefined, 1).error;
    expect(kept(`  550\r\n\tno ${'x'.repeat(500)}`)).toBe(`550 no ${'x'.repeat(493)}…`);
    expect(kept('x'.repeat(500))).toBe('x'.repeat(500));
    expect(kept('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
  });
});

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
