import type { HoursDto } from '#libs/businesses/src/record/hours.dto.js';
import { openingStatus } from './opening-hours.js';

const at = (local: string) => new Date(`${local}-06:00`);
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const nineToFive: HoursDto[] = weekdays.map((day) => ({ day, opens: '09:00', closes: '17:00' }));
const everyDay = [...weekdays, 'saturday', 'sunday'] as const;

// Monday, November 2, 2026.
describe(openingStatus.name, () => {
  it.each([
    ['2026-11-02T08:59', { kind: 'closed', minute: 540, day: undefined }],
    ['2026-11-02T09:00', { kind: 'open', minute: 1020 }],
    ['2026-11-02T16:59', { kind: 'open', minute: 1020 }],
    ['2026-11-02T17:00', { kind: 'closed', minute: 540, day: 1 }],
    ['2026-11-06T17:00', { kind: 'closed', minute: 540, day: 0 }],
    ['2026-11-08T23:59', { kind: 'closed', minute: 540, day: 0 }],
  ])('evaluates office hours at %s as %j', (local, expected) => {
    expect(openingStatus(nineToFive, at(local))).toMatchObject(expected);
  });

  it('continues past midnight, including from Sunday to Monday', () => {
    const late: HoursDto[] = [{ day: 'sunday', opens: '20:00', closes: '02:00' }];
    expect(openingStatus(late, at('2026-11-02T01:59'))).toMatchObject({
      kind: 'open',
      minute: 120,
    });
    expect(openingStatus(late, at('2026-11-02T02:00'))).toMatchObject({ kind: 'closed', day: 6 });
    expect(openingStatus(late, at('2026-11-08T23:00'))).toMatchObject({
      kind: 'open',
      minute: 120,
    });
  });

  it('does not close between adjacent hours', () => {
    const split: HoursDto[] = [
      { day: 'monday', opens: '20:00', closes: '00:00' },
      { day: 'tuesday', opens: '00:00', closes: '03:00' },
    ];
    expect(openingStatus(split, at('2026-11-02T21:00'))).toMatchObject({
      kind: 'open',
      minute: 180,
    });
  });

  it('returns the break between split shifts', () => {
    const split: HoursDto[] = [
      { day: 'monday', opens: '09:00', closes: '12:00' },
      { day: 'monday', opens: '13:00', closes: '17:00' },
    ];
    expect(openingStatus(split, at('2026-11-02T12:30'))).toMatchObject({
      kind: 'closed',
      minute: 780,
      day: undefined,
    });
  });

  it('stays open all week when every day is open for 24 hours', () => {
    const whole = everyDay.map((day): HoursDto => ({ day, opens: '00:00', closes: '00:00' }));
    expect(openingStatus(whole, at('2026-11-02T04:00'))).toEqual({ kind: 'always' });
    const fromSeven = everyDay.map((day): HoursDto => ({ day, opens: '07:00', closes: '07:00' }));
    expect(openingStatus(fromSeven, at('2026-11-02T04:00'))).toEqual({ kind: 'always' });
  });

  it('closes the next day after a single day of 24 hours', () => {
    const one: HoursDto[] = [{ day: 'monday', opens: '07:00', closes: '07:00' }];
    expect(openingStatus(one, at('2026-11-03T06:59'))).toMatchObject({ kind: 'open', minute: 420 });
    expect(openingStatus(one, at('2026-11-03T07:00'))).toMatchObject({ kind: 'closed', day: 0 });
  });

  it('follows the clocks when daylight saving time ends', () => {
    // Sunday, November 1, 2026: at 2:00 it is 1:00 again.
    const night: HoursDto[] = [{ day: 'saturday', opens: '22:00', closes: '04:00' }];
    const kindAt = (time: string) => openingStatus(night, new Date(`2026-11-01T${time}Z`)).kind;
    expect(['02:59', '03:00', '06:30', '07:30', '09:59', '10:00'].map(kindAt)).toEqual([
      ...['closed', 'open', 'open', 'open', 'open', 'closed'],
    ]);
  });

  it('returns "unknown" without hours', () => {
    expect(openingStatus([], at('2026-11-02T12:00'))).toEqual({ kind: 'unknown' });
  });
});
