import fc from 'fast-check';
import OracleHours from 'opening_hours';
import { cleanWeek } from './hours.js';

const at = (day: string, opens: string, closes: string) => ({ day, opens, closes });

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const weekly = (text: string) => cleanWeek(text)?.hours;

describe(cleanWeek.name, () => {
  it('reads 24/7 as seven whole days', () => {
    expect(weekly('24/7')).toHaveLength(7);
    expect(weekly('24/7')![0]).toEqual(at('monday', '00:00', '00:00'));
  });

  it('reads the list that the API returns', () => {
    const hours = [at('friday', '20:00', '02:00')];
    expect(weekly(JSON.stringify(hours))).toEqual(hours);
  });

  const weekdays = DAYS.slice(0, 5).map((day) => at(day, '09:00', '17:00'));
  const all = DAYS.map((day) => at(day, '00:00', '00:00'));

  it.each([
    ['Mon-Fri 9am-5pm', weekdays],
    ['M-F 9-5', weekdays],
    ['9am-5pm Monday-Friday', weekdays],
    ['MTWThF 9-5', weekdays],
    ['MWF 9-5', [weekdays[0], weekdays[2], weekdays[4]]],
    ['TTh 9-5', [weekdays[1], weekdays[3]]],
    ['Daily 7-10pm', DAYS.map((day) => at(day, '19:00', '22:00'))],
    ['Mon-Sun 9am-5pm; Closed Sunday', DAYS.slice(0, 6).map((day) => at(day, '09:00', '17:00'))],
    ['9-5 Monday-Friday; 10-2 Sat', [...weekdays, at('saturday', '10:00', '14:00')]],
    ['9-5 M-F, Sat 10-2', [...weekdays, at('saturday', '10:00', '14:00')]],
    ['Monday - Friday: 9:00 AM - 5:00 PM', weekdays],
    ['Monday thru Friday 9 a.m. to 5 p.m.', weekdays],
    ['Weekdays 9-5pm', weekdays],
    ['Mo-Fr 0900-1700', weekdays],
    ['Mo-Fr 09:00-17:00; PH off', weekdays],
    ['Open 24 hours', all],
    ['Mo-Su 00:00-24:00', all],
    ['Daily 8am-10pm', DAYS.map((day) => at(day, '08:00', '22:00'))],
    ['09:00-17:00', DAYS.map((day) => at(day, '09:00', '17:00'))],
    ['Mo-Fr 09:00-17:00, Sa 10:00-14:00', [...weekdays, at('saturday', '10:00', '14:00')]],
    ['Mon 9:00-17:00 Tue 9:00-17:00', weekdays.slice(0, 2)],
    ['Sat/Sun 9:00-12:00', DAYS.slice(5).map((day) => at(day, '09:00', '12:00'))],
    ['Fr 08:00-26:00', [at('friday', '08:00', '02:00')]],
    ['Mon: 10-9:30; Sun: 11-7', [at('monday', '10:00', '21:30'), at('sunday', '11:00', '19:00')]],
    ['Tue 11-2pm, 5-9pm', [at('tuesday', '11:00', '14:00'), at('tuesday', '17:00', '21:00')]],
    ['Tue 9-12, 1-5', [at('tuesday', '09:00', '12:00'), at('tuesday', '13:00', '17:00')]],
    ['Tue 11-2, 6-10', [at('tuesday', '11:00', '14:00'), at('tuesday', '18:00', '22:00')]],
    ['Tue 5am-8am, 11-2', [at('tuesday', '05:00', '08:00'), at('tuesday', '11:00', '14:00')]],
    ['Mon-Fri, 9-5, Sat, 10am-2pm', [...weekdays, at('saturday', '10:00', '14:00')]],
    ['Fri 8pm-2am', [at('friday', '20:00', '02:00')]],
    ['Fri 4pm-2', [at('friday', '16:00', '02:00')]],
    ['Fri 4pm-12', [at('friday', '16:00', '00:00')]],
    ['Fri noon-midnight', [at('friday', '12:00', '00:00')]],
    [
      'Mo 09:00-12:00, Mo 13:00-17:00',
      [at('monday', '09:00', '12:00'), at('monday', '13:00', '17:00')],
    ],
    ['Closed', []],
  ])('reads %j', (text, hours) => {
    expect(weekly(text)).toEqual(hours);
  });

  it.each([
    'by appointment',
    'Mo 25:00-26:00',
    'Xx 09:00-17:00',
    'Mo-',
    '[{"day":1}]',
    '[null]',
    '[',
    '9-5 Sa 10-2',
    '9-5 Fr, Sa, Su 10-2',
    'Mo 23:00',
    'Mo 5-10',
    'sunrise-sunset',
    'Mo 13pm-5pm',
    '',
  ])('returns null for %j', (text) => {
    expect(cleanWeek(text)).toBeNull();
  });
});

/** The package `opening_hours` is OpenStreetMap's reference implementation of its notation. */
describe(`${cleanWeek.name}, compared with the package opening_hours`, () => {
  const HALF_HOUR = 30 * 60_000;
  const WEEK = 7 * 48;
  const MONDAY = new Date(2026, 5, 1);

  const day = fc.constantFrom('Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su');
  const days = fc.oneof(
    day,
    fc.tuple(day, day).map(([from, to]) => (from === to ? from : `${from}-${to}`)),
    fc.uniqueArray(day, { minLength: 2, maxLength: 3 }).map((list) => list.join(',')),
  );
  const clock = (halfHours: number) =>
    `${String(Math.floor(halfHours / 2)).padStart(2, '0')}:${halfHours % 2 ? '30' : '00'}`;
  const rule = (latest: number) => {
    const period = fc
      .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 20 }))
      .map(([opens, length]) => `${clock(opens)}-${clock(Math.min(opens + length, latest))}`);
    const periods = fc.array(period, { minLength: 1, maxLength: 2 });
    const times = fc.oneof(
      { weight: 4, arbitrary: periods.map((list) => list.join(',')) },
      { weight: 1, arbitrary: fc.constant('off') },
    );
    return fc.tuple(days, times).map((parts) => parts.join(' '));
  };
  // The package keeps the hours after midnight of a rule that a later one replaces.
  const notation = fc.oneof(
    rule(68),
    fc.array(rule(48), { minLength: 1, maxLength: 4 }).map((rules) => rules.join('; ')),
  );

  const openHalfHours = (text: string) => {
    const open = new Set<number>();
    for (const { day: name, opens, closes } of weekly(text)!) {
      const at = (time: string) => Number(time.slice(0, 2)) * 2 + (time.endsWith('30') ? 1 : 0);
      const from = DAYS.indexOf(name) * 48 + at(opens);
      const length = (at(closes) - at(opens) + 48) % 48 || 48;
      for (let slot = from; slot < from + length; slot++) open.add(slot % WEEK);
    }
    return [...open].sort((a, b) => a - b);
  };

  it('opens at the same times', () => {
    fc.assert(
      fc.property(notation, (text) => {
        const oracle = new OracleHours(text, null);
        const expected = Array.from({ length: WEEK }, (_, slot) => slot).filter((slot) =>
          oracle.getState(new Date(MONDAY.getTime() + slot * HALF_HOUR)),
        );
        expect(openHalfHours(text)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
