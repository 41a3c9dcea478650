import { OpeningHours } from './opening-hours.js';

describe(OpeningHours.name, () => {
  it.each<[string, number, boolean]>([
    ['{}', 0, false],
    ['{[540,1020)}', 539, false],
    ['{[540,1020)}', 540, true],
    ['{[540,1020)}', 1019, true],
    ['{[540,1020)}', 1020, false],
    ['{[0,60),[10000,10080)}', 59, true],
    ['{[0,60),[10000,10080)}', 60, false],
    ['{[0,60),[10000,10080)}', 10_079, true],
  ])('%s at minute %d: open is %s', (multirange, minute, isOpen) => {
    expect(new OpeningHours(multirange).isOpenAt(minute)).toBe(isOpen);
  });
});
