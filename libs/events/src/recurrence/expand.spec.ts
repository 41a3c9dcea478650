import { expand } from './expand.js';
import type { RecurringSchedule } from './schedule.js';

const schedule = (startsAt: string, recurrence: string, hours = 2): RecurringSchedule => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(new Date(startsAt).getTime() + hours * 3_600_000),
  recurrence,
  excludedDates: [],
});
const window = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const starts = (what: RecurringSchedule, from: string, to: string) =>
  expand(what, window(from, to))?.starts.map((start) => start.toISOString());

describe(expand.name, () => {
  it('keeps the local time when daylight saving time begins and ends', () => {
    const weekly = schedule('2026-03-02T00:00:00Z', 'FREQ=WEEKLY');
    expect(starts(weekly, '2026-03-01T00:00:00Z', '2026-03-17T00:00:00Z')).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-03-08T23:00:00.000Z',
      '2026-03-15T23:00:00.000Z',
    ]);
    expect(starts(weekly, '2026-10-25T00:00:00Z', '2026-11-03T00:00:00Z')).toEqual([
      '2026-10-25T23:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
    ]);
  });

  it('moves a nonexistent local time forward by the skipped hour', () => {
    const daily = schedule('2026-03-07T08:30:00Z', 'FREQ=DAILY');
    expect(starts(daily, '2026-03-07T00:00:00Z', '2026-03-10T00:00:00Z')).toEqual([
      '2026-03-07T08:30:00.000Z',
      '2026-03-08T08:30:00.000Z',
      '2026-03-09T07:30:00.000Z',
    ]);
  });

  it('uses the first of two instants with the same local time', () => {
    const daily = schedule('2026-10-31T06:30:00Z', 'FREQ=DAILY');
    expect(starts(daily, '2026-10-31T00:00:00Z', '2026-11-03T00:00:00Z')).toEqual([
      '2026-10-31T06:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
      '2026-11-02T07:30:00.000Z',
    ]);
  });

  it('finds an occurrence that began before the window and continues into it', () => {
    const festival = schedule('2026-07-01T15:00:00Z', 'FREQ=YEARLY', 72);
    expect(starts(festival, '2026-07-03T00:00:00Z', '2026-07-04T00:00:00Z')).toHaveLength(1);
    expect(starts(festival, '2026-07-04T15:00:00Z', '2026-07-05T00:00:00Z')).toHaveLength(0);
    expect(starts(festival, '2026-06-30T00:00:00Z', '2026-07-01T15:00:00Z')).toHaveLength(0);
  });

  it.each(Array.from({ length: 24 }, (_, hour) => hour))(
    'neither skips nor repeats occurrences at %i:00 UTC between adjacent windows',
    (hour) => {
      const start = new Date(Date.UTC(2026, 6, 1, hour));
      const daily = schedule(start.toISOString(), 'FREQ=DAILY');
      const whole = starts(daily, '2026-07-02T00:00:00Z', '2026-07-08T00:00:00Z')!;
      expect(whole).toHaveLength(hour < 23 ? 6 : 7);
      const halves = [
        ...starts(daily, '2026-07-02T00:00:00Z', '2026-07-05T00:00:00Z')!,
        ...starts(daily, '2026-07-05T00:00:00Z', '2026-07-08T00:00:00Z')!,
      ];
      expect([...new Set(halves)]).toEqual(whole);
    },
  );

  it.each([
    ['2026-11-01T06:30:00.000Z', 'FREQ=WEEKLY;BYDAY=SU', '2026-11-01T06:30:00.000Z'],
    ['2026-11-01T07:30:00.000Z', 'FREQ=WEEKLY;BYDAY=SU', '2026-11-01T06:30:00.000Z'],
    ['2026-11-01T07:30:00.000Z', 'FREQ=WEEKLY;BYDAY=TU', '2026-11-03T07:30:00.000Z'],
  ])('from %s, an hour that occurs twice, finds the first date of %s', (from, rule, first) => {
    const expansion = expand(schedule(from, rule), window('2026-01-01', '2026-01-02'))!;
    expect(expansion.first.toISOString()).toBe(first);
  });

  it('includes the first instant of the window and excludes its end', () => {
    const daily = schedule('2026-07-01T15:00:00Z', 'FREQ=DAILY', 1);
    const found = (from: string, to: string) => starts(daily, from, to)!.length;
    expect(found('2026-07-02T15:00:00Z', '2026-07-02T15:00:00.001Z')).toBe(1);
    expect(found('2026-07-02T14:00:00Z', '2026-07-02T15:00:00Z')).toBe(0);
    expect(found('2026-07-02T15:59:59.999Z', '2026-07-02T18:00:00Z')).toBe(1);
    expect(found('2026-07-02T16:00:00Z', '2026-07-02T18:00:00Z')).toBe(0);
  });

  it.each([
    ['FREQ=MONTHLY;BYDAY=2FR;COUNT=3', ['2026-01-10', '2026-02-14', '2026-03-13']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', ['2026-02-01', '2026-03-01', '2026-03-31']],
    ['FREQ=YEARLY;BYMONTH=2,3;BYDAY=SU;BYSETPOS=1,-1', ['2026-02-02', '2026-03-29']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=4', ['2026-01-19', '2026-01-20']],
  ])('expands %s', (rule, days) => {
    const found = starts(
      schedule('2026-01-10T00:30:00Z', rule),
      '2026-01-10T00:00:00Z',
      '2026-04-01T00:00:00Z',
    );
    expect(found!.map((start) => start.slice(0, 10)).slice(0, days.length)).toEqual(days);
  });

  it.each([
    ['20260703T230000Z', 3],
    ['20260703T225959Z', 2],
  ])('ends at the instant UNTIL=%s', (until, count) => {
    // The parts of a rule may come in any order.
    for (const rule of [`FREQ=DAILY;UNTIL=${until};INTERVAL=1`, `UNTIL=${until};FREQ=DAILY`]) {
      const daily = schedule('2026-07-01T23:00:00Z', rule);
      expect(starts(daily, '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z')).toHaveLength(count);
    }
  });

  it('ends with the last local day of a date in UNTIL, including its evening', () => {
    const nightly = schedule('2026-07-02T04:30:00Z', 'FREQ=DAILY;UNTIL=20260703', 1);
    expect(starts(nightly, '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z')).toEqual([
      '2026-07-02T04:30:00.000Z',
      '2026-07-03T04:30:00.000Z',
      '2026-07-04T04:30:00.000Z',
    ]);
  });

  it('accepts a rule with a single occurrence', () => {
    const once = schedule('2026-07-01T15:00:00Z', 'FREQ=DAILY;COUNT=1');
    expect(starts(once, '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z')).toHaveLength(1);
  });

  it.each([
    ['FREQ=DAILY', true],
    ['FREQ=DAILY;COUNT=31', false],
    ['COUNT=31;FREQ=DAILY', false],
    ['FREQ=DAILY;COUNT=32', true],
    ['FREQ=DAILY;UNTIL=20260731', false],
    ['FREQ=DAILY;UNTIL=20260801', true],
    ['FREQ=YEARLY;UNTIL=20260801', false],
  ])('reports whether %s has occurrences after July', (rule, hasMore) => {
    const july = window('2026-07-01T05:00:00Z', '2026-08-01T05:00:00Z');
    expect(expand(schedule('2026-07-01T15:00:00Z', rule), july)!.hasMore).toBe(hasMore);
  });

  it('returns each day of a long window at most once', () => {
    const years = window('2026-01-01T00:00:00Z', '2029-01-01T00:00:00Z');
    const found = expand(schedule('0001-01-01T12:00:00Z', 'FREQ=DAILY;BYDAY=MO,TU,WE'), years)!;
    expect(found.starts.length).toBe(468);
    expect(new Set(found.starts.map(Number)).size).toBe(468);
  });

  it.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=7;BYDAY=TU;BYSETPOS=2',
    'FREQ=DAILY;UNTIL=20260101',
  ])('gives up on %s, which never gives a date', (rule) => {
    const years = window('2025-01-01T00:00:00Z', '2028-01-01T00:00:00Z');
    expect(expand(schedule('2026-07-01T15:00:00Z', rule), years)).toBeUndefined();
  });

  it('throws on a fault instead of treating the rule as one without dates', () => {
    const broken = { ...schedule('2026-07-01T15:00:00Z', 'FREQ=DAILY'), excludedDates: null };
    const july = window('2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z');
    expect(() => expand(broken as never, july)).toThrow(TypeError);
  });

  it('gives up at the last representable date', () => {
    const rule = 'FREQ=MONTHLY;INTERVAL=999;BYMONTH=11,2,1';
    const years = window('2025-01-01T00:00:00Z', '2028-01-01T00:00:00Z');
    expect(expand(schedule('9999-12-30T00:00:00Z', rule), years)).toBeUndefined();
  });
});
