import { lastEnd, occurrencesBetween, type Schedule } from './recurrence.js';

const schedule = (startsAt: string, recurrence: string | null, hours = 2): Schedule => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(new Date(startsAt).getTime() + hours * 3_600_000),
  recurrence,
  excludedDates: [],
});
const starts = (what: Schedule, from: string, to: string) =>
  occurrencesBetween(what, new Date(from), new Date(to)).map(({ startsAt }) =>
    startsAt.toISOString(),
  );

describe(occurrencesBetween.name, () => {
  it('keeps to the clock when summer time begins and ends', () => {
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

  it('finds what began before the window and goes on into it', () => {
    const festival = schedule('2026-07-01T15:00:00Z', null, 72);
    expect(starts(festival, '2026-07-03T00:00:00Z', '2026-07-04T00:00:00Z')).toHaveLength(1);
    expect(starts(festival, '2026-07-04T15:00:00Z', '2026-07-05T00:00:00Z')).toHaveLength(0);
    expect(starts(festival, '2026-06-30T00:00:00Z', '2026-07-01T15:00:00Z')).toHaveLength(0);
  });

  it('takes a rule of days of a month', () => {
    const secondFriday = schedule('2026-01-10T00:30:00Z', 'FREQ=MONTHLY;BYDAY=2FR;COUNT=3');
    expect(starts(secondFriday, '2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z')).toEqual([
      '2026-01-10T00:30:00.000Z',
      '2026-02-14T00:30:00.000Z',
      '2026-03-13T23:30:00.000Z',
    ]);
  });

  it('leaves out the excluded ones', () => {
    const daily = {
      ...schedule('2026-07-01T15:00:00Z', 'FREQ=DAILY;COUNT=3'),
      excludedDates: [new Date('2026-07-02T15:00:00Z')],
    };
    expect(starts(daily, '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z')).toEqual([
      '2026-07-01T15:00:00.000Z',
      '2026-07-03T15:00:00.000Z',
    ]);
  });

  it('ends with UNTIL, an instant or a whole local day', () => {
    const until = (value: string) =>
      starts(
        schedule('2026-07-01T23:00:00Z', `FREQ=DAILY;UNTIL=${value}`),
        '2026-07-01T00:00:00Z',
        '2026-08-01T00:00:00Z',
      ).length;
    expect(until('20260703T230000Z')).toBe(3);
    expect(until('20260703T225959Z')).toBe(2);
    expect(until('20260703')).toBe(3);
  });
});

describe(lastEnd.name, () => {
  it.each([
    [null, '2026-07-01T17:00:00.000Z'],
    ['FREQ=DAILY;COUNT=3', '2026-07-03T17:00:00.000Z'],
    ['FREQ=DAILY;UNTIL=20260710', '2026-07-10T17:00:00.000Z'],
    ['FREQ=DAILY', undefined],
    ['FREQ=YEARLY;UNTIL=99991231', undefined],
  ])('of %p is %p', (recurrence, end) => {
    expect(lastEnd(schedule('2026-07-01T15:00:00Z', recurrence))?.toISOString()).toBe(end);
  });
});
