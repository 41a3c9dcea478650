import { faultOf } from './rule-text.js';

describe(faultOf.name, () => {
  it.each([
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=MO,WE;INTERVAL=2;WKST=SU',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4;UNTIL=20301231T000000Z',
    'FREQ=YEARLY;BYMONTH=9,11;BYDAY=2FR;BYMONTHDAY=13',
  ])('accepts %s', (rule) => {
    expect(faultOf(rule)).toBeUndefined();
  });

  it('reports a missing FREQ, unknown parts and invalid values', () => {
    expect(faultOf('INTERVAL=2')).toBe('FREQ is missing');
    expect(faultOf('FREQ=DAILY;BYHOUR=1')).toMatch(/^only FREQ, INTERVAL, .* are allowed$/);
    expect(faultOf('FREQ=DAILY;COUNT=0')).toBe('COUNT cannot be 0');
    expect(faultOf('FREQ=DAILY;COUNT=')).toBe('COUNT cannot be empty');
  });

  it.each([
    ['INTERVAL', ['1', '999'], ['0', '1000']],
    ['COUNT', ['1', '1000'], ['0', '1001']],
    ['UNTIL', ['20280229', '20261231T235959Z'], ['20260229', '20261231T235960Z']],
    ['BYMONTH', ['1', '12'], ['0', '13']],
    ['BYMONTHDAY', ['1', '31', '-31'], ['0', '32', '-32']],
    ['BYDAY', ['MO', '1MO', '-53SU', '+2FR'], ['0MO', '54MO', 'M']],
    ['BYSETPOS', ['1', '366', '-366'], ['0', '367']],
    ['BYMONTHDAY', [Array(31).fill('1').join()], [Array(32).fill('1').join()]],
  ])('accepts for %s %j and refuses %j', (part, taken, refused) => {
    const others = part === 'BYSETPOS' ? 'FREQ=YEARLY;BYDAY=MO' : 'FREQ=YEARLY';
    const fault = (value: string) => faultOf(`${others};${part}=${value}`);
    expect(taken.filter((value) => fault(value) !== undefined)).toEqual([]);
    expect(refused.filter((value) => fault(value) === undefined)).toEqual([]);
  });

  it.each([
    '',
    'weekly',
    'FREQ=SECONDLY',
    'FREQ=DAILY;COUNT=5;UNTIL=20261231',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=DAILY\nDTSTART:20200101T000000Z',
    'FREQ=DAILY=WEEKLY',
    'FREQ=DAILY;constructor=1',
    'FREQ=DAILY;__proto__=1',
    'FREQ=DAILY;toString=1',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;BYDAY=MO;BYDAY=TU',
    'FREQ=DAILY;UNTIL=20260228T240000Z',
    'FREQ=WEEKLY;BYDAY=MO,2FR',
    'FREQ=DAILY;BYDAY=-1MO',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=YEARLY;BYDAY=2FR;BYMONTHDAY=13',
  ])('refuses %p', (rule) => {
    expect(faultOf(rule)).toEqual(expect.any(String));
  });
});
