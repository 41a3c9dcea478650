import { dueWarning, warningsBehind } from './warning-days.js';

const now = new Date('2026-11-20T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);

describe(dueWarning.name, () => {
  it.each([
    [15, null],
    [14.001, null],
    [14, 14],
    [3, 14],
    [2, 2],
    [0.1, 2],
  ])('for a key that expires in %d days is %s', (days, warning) => {
    expect(dueWarning(inDays(days), now)).toBe(warning);
  });
});

describe(warningsBehind.name, () => {
  it('skips the warning that setting the expiry already covers', () => {
    expect(warningsBehind(inDays(7), now)).toBe(14);
    expect(warningsBehind(inDays(70), now)).toBeNull();
    expect(warningsBehind(null, now)).toBeNull();
  });
});
