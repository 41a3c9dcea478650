import { faultOf } from './rule-text.js';

describe(faultOf.name, () => {
  it.each([
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=MO,WE;INTERVAL=2;WKST=SU',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4;UNTIL=20301231T000000Z',
  ])('takes %s', (rule) => {
    expect(faultOf(rule)).toBeUndefined();
  });

  it.each([
    '',
    'weekly',
    'FREQ=SECONDLY',
    'FREQ=DAILY;BYHOUR=1,2,3',
    'FREQ=DAILY;COUNT=5;UNTIL=20261231',
    'FREQ=DAILY;COUNT=100000',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=DAILY;UNTIL=20269999',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY\nDTSTART:20200101T000000Z',
    'FREQ=DAILY=WEEKLY',
    'FREQ=DAILY;constructor=1',
    'FREQ=DAILY;__proto__=1',
    'FREQ=DAILY;toString=1',
  ])('refuses %p', (rule) => {
    expect(faultOf(rule)).toEqual(expect.any(String));
  });
});
