import { checkClock } from './check-clock.js';

describe(checkClock.name, () => {
  it.each([
    ['ok', 2_000, 0],
    ['warning', 2_001, 0],
    ['warning', -2_001, 0],
    // The response time is the uncertainty of the reading.
    ['ok', 2_500, 500],
    ['warning', 2_501, 500],
  ])('returns %s for a difference of %i ms read in %i ms', (state, apart, roundTripMs) => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(checkClock('database', now + apart, now, roundTripMs).state).toBe(state);
  });

  it('states which clock is ahead', () => {
    expect(checkClock('database', 0, 5_000, 0).finding).toBe(
      'The clock is 5.0 s ahead of the database.',
    );
    expect(checkClock('database', 5_000, 0, 0).finding).toBe(
      'The clock is 5.0 s behind the database.',
    );
  });
});
