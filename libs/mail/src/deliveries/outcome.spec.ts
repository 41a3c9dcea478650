import { SendFailure } from '../transport/mail-transport.js';
import { outcomeOf } from './outcome.js';

const ATTEMPTS = 480;

describe(outcomeOf.name, () => {
  const BUSY = new SendFailure('deferred', '451 busy');
  afterEach(() => jest.restoreAllMocks());

  it(`fails after ${ATTEMPTS} attempts, and after the same number once an admin retries it`, () => {
    const statusAfter = (attempt: number) => outcomeOf(BUSY, undefined, attempt).status;
    expect(statusAfter(ATTEMPTS - 1)).toBe('pending');
    expect(statusAfter(ATTEMPTS)).toBe('failed');
    expect(statusAfter(ATTEMPTS + 1)).toBe('pending');
    expect(statusAfter(2 * ATTEMPTS)).toBe('failed');
  });

  it.each([
    [1, 2],
    [2, 4],
    [6, 64],
    [9, 512],
    [10, 900],
    [5_000, 900],
  ])('delays the attempt after the %ith by %i s, and by up to a fifth more', (attempt, seconds) => {
    const random = jest.spyOn(Math, 'random');
    const delay = () => outcomeOf(BUSY, undefined, attempt).retrySeconds;
    random.mockReturnValue(0);
    expect(delay()).toBe(seconds);
    random.mockReturnValue(1);
    expect(delay()).toBeCloseTo(1.2 * seconds);
  });

  it('retries for about five days', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const attempts = Array.from({ length: ATTEMPTS - 1 }, (_, n) => n + 1);
    const seconds = attempts.map((attempt) => outcomeOf(BUSY, undefined, attempt).retrySeconds!);
    const days = seconds.reduce((sum, each) => sum + each) / (24 * 3600);
    expect(days).toBeGreaterThan(4.5);
    expect(days).toBeLessThan(5);
  });

  it('shortens an error to one line of 500 characters', () => {
    const kept = (message: string) => outcomeOf(new Error(message), undefined, 1).error;
    expect(kept(`  550\r\n\tno ${'x'.repeat(500)}`)).toBe(`550 no ${'x'.repeat(493)}…`);
    expect(kept('x'.repeat(500))).toBe('x'.repeat(500));
    expect(kept('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
  });
});
