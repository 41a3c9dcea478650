import { pageContext } from '../../../../test/support/page-context.ts';
import { byDaysAndWeeks } from './days-and-weeks.js';

describe(byDaysAndWeeks.name, () => {
  it('groups by day in the last week and by week before that', () => {
    // A Thursday in Minnesota, a few minutes after midnight.
    const now = new Date('2026-11-12T06:10:00Z');
    const groups = byDaysAndWeeks(
      pageContext(now),
      [
        '2026-11-12T06:00:00.000Z',
        '2026-11-12T05:59:59.999Z',
        '2026-11-10T18:00:00.000Z',
        '2026-11-10T12:00:00.000Z',
        '2026-11-06T06:00:00.000Z',
        // A week earlier, and the Sunday before, on which daylight saving time ends.
        '2026-11-06T05:59:59.999Z',
        '2026-11-01T05:00:00.000Z',
        '2026-11-01T04:59:59.999Z',
        '2026-10-25T05:00:00.000Z',
      ].map((createdAt) => ({ createdAt })),
    );
    expect(groups.map(({ title, items }) => [title, items.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 1],
      ['Tuesday, November 10', 2],
      ['Friday, November 6', 1],
      ['Week of November 1, 2026', 2],
      ['Week of October 25, 2026', 2],
    ]);
  });
});
