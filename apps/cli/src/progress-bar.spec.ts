import { timeLeft } from './progress-bar.js';

describe(timeLeft.name, () => {
  it.each([
    [0, 0, '…'],
    [500, 10_000, '10 s'],
    [1, 99, '99 s'],
    [1, 200, '3 min'],
    [1000, 5_000, '0 s'],
  ])('estimates after %i of 1000 bytes in %i ms: %s', (bytesRead, elapsedMs, left) => {
    expect(timeLeft(bytesRead, 1000, elapsedMs)).toBe(left);
  });
});
