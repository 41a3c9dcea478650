import { at, firstDay } from './days.js';

/** A Sunday evening in Minnesota, when it is already Monday in UTC. */
const NOW = new Date('2026-11-23T03:00:00Z');

describe(at.name, () => {
  it('returns a local time in Minnesota, even across clock changes', () => {
    expect(at(NOW, 0, '19:30')).toEqual(new Date('2026-11-23T01:30:00Z'));
    expect(at(NOW, 1, '00:00')).toEqual(new Date('2026-11-23T06:00:00Z'));
    expect(at(new Date('2026-10-31T18:00:00Z'), 0, '08:00')).toEqual(
      new Date('2026-10-31T13:00:00Z'),
    );
    expect(at(new Date('2026-10-31T18:00:00Z'), 1, '08:00')).toEqual(
      new Date('2026-11-01T14:00:00Z'),
    );
  });
});

describe(firstDay.name, () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=SU', 0],
    ['FREQ=WEEKLY;BYDAY=SA', 6],
    ['FREQ=WEEKLY;BYDAY=SA,TU', 2],
    // The fourth Thursday of November 2026 is the last one, the 26th.
    ['FREQ=MONTHLY;BYDAY=4TH', 4],
    ['FREQ=MONTHLY;BYDAY=-1TH', 4],
    ['FREQ=MONTHLY;BYDAY=1TH', 11],
    ['FREQ=MONTHLY;BYDAY=4SU', 0],
  ])('for %s, returns %d days', (recurrence, days) => {
    expect(firstDay(recurrence, NOW)).toBe(days);
  });

  it('rejects a rule without days', () => {
    expect(() => firstDay('FREQ=DAILY', NOW)).toThrow('FREQ=DAILY');
  });
});
