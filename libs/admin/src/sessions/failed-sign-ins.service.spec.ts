import { isRecorded } from './failed-sign-ins.service.js';

describe(isRecorded.name, () => {
  it('returns true for the first ten failures, then for each that doubles the count', () => {
    const recorded = Array.from({ length: 200 }, (_, i) => i + 1).filter(isRecorded);
    expect(recorded).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 40, 80, 160]);
  });
});
