import { pageContext } from '../../../../test/support/page-context.ts';
import { dateAndTimes, timesOfDay } from './event-times.js';

const page = pageContext(new Date('2026-07-01T12:00:00Z'));
const plain = (text: string) => text.replace(/\s/g, ' ');
const of = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });

describe(dateAndTimes.name, () => {
  it.each([
    // Daylight saving time begins on March 8 and ends on November 1.
    [of('2026-03-08T19:00:00Z', '2026-03-08T21:00:00Z'), 'Sun, Mar 8, 2:00 – 4:00 PM'],
    [of('2026-03-08T07:00:00Z', '2026-03-08T08:30:00Z'), 'Sun, Mar 8, 1:00 – 3:30 AM'],
    [of('2026-11-01T20:00:00Z', '2026-11-01T22:00:00Z'), 'Sun, Nov 1, 2:00 – 4:00 PM'],
    [of('2029-06-20T20:00:00Z', '2029-06-20T22:00:00Z'), 'Wed, Jun 20, 2029, 3:00 – 5:00 PM'],
    // New Year's Eve, in Minnesota and past its midnight.
    [of('2027-01-01T03:00:00Z', '2027-01-01T05:59:00Z'), 'Thu, Dec 31, 9:00 – 11:59 PM'],
    [
      of('2027-01-01T03:00:00Z', '2027-01-01T07:00:00Z'),
      'Thu, Dec 31, 2026, 9:00 PM – Fri, Jan 1, 2027, 1:00 AM',
    ],
  ])('shows local time: %p', (event, text) => {
    expect(plain(dateAndTimes(page, event))).toBe(text);
  });
});

describe(timesOfDay.name, () => {
  it('shows both dates of an overnight event', () => {
    expect(plain(timesOfDay(page, of('2026-07-10T23:30:00Z', '2026-07-11T01:00:00Z')))).toBe(
      '6:30 – 8:00 PM',
    );
    expect(plain(timesOfDay(page, of('2026-07-11T03:00:00Z', '2026-07-11T07:00:00Z')))).toBe(
      'Fri, Jul 10, 10:00 PM – Sat, Jul 11, 2:00 AM',
    );
  });
});
