import { localMinute } from '#libs/geography/src/local-time.js';
import { OpeningHours, type Schedule, type SpecialHours, DAYS } from './opening-hours.js';

/** Local time in Minnesota in winter. November 2, 2026 is a Monday. */
const at = (local: string) => localMinute(new Date(`${local}-06:00`));
const hoursOf = (hours: Schedule['hours'], specialHours: SpecialHours[] = []) =>
  new OpeningHours({ hours, specialHours });
const on = (day: (typeof DAYS)[number], opens: string, closes: string) => ({ day, opens, closes });

const WEEKDAYS = DAYS.slice(0, 5);
const OFFICE = WEEKDAYS.map((day) => on(day, '09:00', '17:00'));
const opensAt = (local: string) => ({ kind: 'closed', opens: at(local) });

describe('OpeningHours.statusAt', () => {
  it.each([
    ['2026-11-02T08:59', opensAt('2026-11-02T09:00')],
    ['2026-11-02T09:00', { kind: 'open', until: 1020 }],
    ['2026-11-02T16:59', { kind: 'open', until: 1020 }],
    ['2026-11-02T17:00', opensAt('2026-11-03T09:00')],
    ['2026-11-06T17:00', opensAt('2026-11-09T09:00')],
    ['2026-11-08T23:59', opensAt('2026-11-09T09:00')],
  ])('evaluates office hours at %s as %j', (local, expected) => {
    expect(hoursOf(OFFICE).statusAt(at(local))).toEqual(expected);
  });

  it('continues past midnight, including from Sunday to Monday', () => {
    const late = hoursOf([on('sunday', '20:00', '02:00')]);
    expect(late.statusAt(at('2026-11-02T01:59'))).toEqual({ kind: 'open', until: 120 });
    expect(late.statusAt(at('2026-11-02T02:00'))).toEqual(opensAt('2026-11-08T20:00'));
    expect(late.statusAt(at('2026-11-08T23:00'))).toEqual({ kind: 'open', until: 120 });
  });

  it('does not close between adjacent hours', () => {
    const split = hoursOf([on('monday', '20:00', '00:00'), on('tuesday', '00:00', '03:00')]);
    expect(split.statusAt(at('2026-11-02T21:00'))).toEqual({ kind: 'open', until: 180 });
  });

  it('returns the break between split shifts', () => {
    const split = hoursOf([on('monday', '13:00', '17:00'), on('monday', '09:00', '12:00')]);
    expect(split.statusAt(at('2026-11-02T12:30'))).toEqual(opensAt('2026-11-02T13:00'));
  });

  it('returns the next week if a business is open on one day only', () => {
    const monday = hoursOf([on('monday', '09:00', '12:00')]);
    expect(monday.statusAt(at('2026-11-02T12:00'))).toEqual(opensAt('2026-11-09T09:00'));
  });

  it.each(['00:00', '07:00'])('is always open if every day is 24 hours from %s', (time) => {
    const whole = hoursOf(DAYS.map((day) => on(day, time, time)));
    expect(whole.statusAt(at('2026-11-02T04:00'))).toEqual({ kind: 'always' });
  });

  it('closes the next day after a single day of 24 hours', () => {
    const one = hoursOf([on('monday', '07:00', '07:00')]);
    expect(one.statusAt(at('2026-11-03T06:59'))).toEqual({ kind: 'open', until: 420 });
    expect(one.statusAt(at('2026-11-03T07:00'))).toEqual(opensAt('2026-11-09T07:00'));
  });

  it('follows the clocks when daylight saving time ends', () => {
    // Sunday, November 1, 2026: at 2:00 it is 1:00 again.
    const night = hoursOf([on('saturday', '22:00', '04:00')]);
    const kindAt = (time: string) =>
      night.statusAt(localMinute(new Date(`2026-11-01T${time}Z`))).kind;
    expect(['02:59', '03:00', '06:30', '07:30', '09:59', '10:00'].map(kindAt)).toEqual([
      ...['closed', 'open', 'open', 'open', 'open', 'closed'],
    ]);
  });

  it('is unknown without hours', () => {
    expect(hoursOf([]).statusAt(at('2026-11-02T12:00'))).toEqual({ kind: 'unknown' });
  });
});

describe('special hours', () => {
  const special = (date: string, ...hours: { opens: string; closes: string }[]) => ({
    date,
    closed: hours.length === 0,
    hours,
    name: null,
  });
  const hours = hoursOf(OFFICE, [
    special('2026-11-03'),
    special('2026-11-04', { opens: '22:00', closes: '02:00' }),
    special('2026-11-07', { opens: '10:00', closes: '12:00' }),
  ]);

  it.each([
    ['2026-11-02T16:59', true],
    ['2026-11-03T10:00', false],
    ['2026-11-04T10:00', false],
    ['2026-11-04T22:00', true],
    ['2026-11-05T01:59', true],
    ['2026-11-05T02:00', false],
    ['2026-11-05T09:00', true],
    ['2026-11-07T11:59', true],
    ['2026-11-07T12:00', false],
    ['2026-11-10T10:00', true],
  ])('replace the weekly hours at %s: open is %s', (local, isOpen) => {
    expect(hours.isOpenAt(at(local))).toBe(isOpen);
  });

  it('decide when a business opens next', () => {
    expect(hours.statusAt(at('2026-11-02T17:00'))).toEqual(opensAt('2026-11-04T22:00'));
    expect(hours.statusAt(at('2026-11-06T17:00'))).toEqual(opensAt('2026-11-07T10:00'));
  });

  it('can close a business for longer than a week', () => {
    const days = Array.from({ length: 10 }, (_, i) => `2026-11-${String(i + 2).padStart(2, '0')}`);
    const closed = hoursOf(
      OFFICE,
      days.map((date) => special(date)),
    );
    expect(closed.statusAt(at('2026-11-02T10:00'))).toEqual({ kind: 'closed', opens: null });
  });

  it('are known although weekly hours are not', () => {
    const once = hoursOf([], [special('2026-11-02', { opens: '10:00', closes: '12:00' })]);
    expect(once.statusAt(at('2026-11-02T10:00'))).toEqual({ kind: 'open', until: 720 });
    expect(once.statusAt(at('2026-11-03T10:00'))).toEqual({ kind: 'unknown' });
  });
});

describe('a public holiday', () => {
  const thanksgiving = { kind: 'holiday', holiday: 'thanksgiving' };
  const bar = hoursOf(WEEKDAYS.map((day) => on(day, '17:00', '01:00')));

  it('does not count as open without special hours, after the night before', () => {
    expect(bar.statusAt(at('2026-11-26T00:59'))).toEqual({ kind: 'open', until: 60 });
    expect(bar.statusAt(at('2026-11-26T01:00'))).toEqual(thanksgiving);
    expect(bar.statusAt(at('2026-11-26T18:00'))).toEqual(thanksgiving);
    expect(bar.isOpenAt(at('2026-11-26T18:00'))).toBe(false);
    expect(bar.statusAt(at('2026-11-27T00:30'))).toEqual(opensAt('2026-11-27T17:00'));
  });

  it('is not announced as the next opening', () => {
    expect(hoursOf(OFFICE).statusAt(at('2026-11-25T17:00'))).toEqual(opensAt('2026-11-27T09:00'));
  });

  it('has no effect on a day when the business is closed anyway, or has special hours', () => {
    const weekend = hoursOf([on('saturday', '09:00', '17:00')]);
    expect(weekend.statusAt(at('2026-11-26T12:00'))).toEqual(opensAt('2026-11-28T09:00'));
    const open = [{ opens: '08:00', closes: '14:00' }];
    const stated = hoursOf(OFFICE, [
      { date: '2026-11-26', closed: false, hours: open, name: 'Thanksgiving' },
    ]);
    expect(stated.statusAt(at('2026-11-26T13:59'))).toEqual({ kind: 'open', until: 840 });
    expect(stated.statusAt(at('2026-11-26T14:00'))).toEqual(opensAt('2026-11-27T09:00'));
  });
});

describe('OpeningHours.isOpenBetween', () => {
  const between = (from: string, to: string) =>
    hoursOf(OFFICE).isOpenBetween({ from: at(from), to: at(to) });

  it.each([
    ['2026-11-02T00:00', '2026-11-02T09:00', false],
    ['2026-11-02T00:00', '2026-11-02T09:01', true],
    ['2026-11-02T16:59', '2026-11-03T00:00', true],
    ['2026-11-02T17:00', '2026-11-03T00:00', false],
    ['2026-11-07T00:00', '2026-11-09T09:00', false],
    ['2026-11-26T00:00', '2026-11-27T09:00', false],
  ])('from %s to %s: %s', (from, to, isOpen) => {
    expect(between(from, to)).toBe(isOpen);
  });
});
