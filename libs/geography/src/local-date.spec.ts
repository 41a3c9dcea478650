import { addDays, endOfToday, localDate, startOfDay } from './local-date.js';

describe(localDate.name, () => {
  it('returns the day in Minnesota', () => {
    expect(localDate(new Date('2026-07-01T04:59:59Z'))).toBe('2026-06-30');
    expect(localDate(new Date('2026-07-01T05:00:00Z'))).toBe('2026-07-01');
    expect(localDate(new Date('2026-12-01T05:59:59Z'))).toBe('2026-11-30');
  });
});

describe(startOfDay.name, () => {
  it('returns midnight before and after the daylight saving changes', () => {
    const hours = (date: string) =>
      (startOfDay(addDays(date, 1)).getTime() - startOfDay(date).getTime()) / 3_600_000;
    expect([hours('2026-03-07'), hours('2026-03-08'), hours('2026-03-09')]).toEqual([24, 23, 24]);
    expect([hours('2026-10-31'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([24, 25, 24]);
    expect(endOfToday(new Date('2026-11-01T05:30:00Z'))).toEqual(new Date('2026-11-02T06:00:00Z'));
  });
});

describe(addDays.name, () => {
  it('crosses months and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
  });
});
