import { rateLimited } from './rate-limit-state.js';

describe(rateLimited.name, () => {
  it.each([
    [1, 1, 'limit of 1 request per hour. Try again in 1 second.'],
    [2, 2, 'limit of 2 requests per hour. Try again in 2 seconds.'],
  ])('states a limit of %i and a wait of %i s', (limit, secondsLeft, end) => {
    const state = {
      policy: 'key' as const,
      limit,
      secondsLeft,
      used: limit,
      remaining: 0,
      reset: 0,
    };
    const { message, headers } = rateLimited(state);
    expect(message).toBe(`This key has reached its ${end}`);
    expect(headers).toEqual({ 'Retry-After': String(secondsLeft) });
  });
});
