import type { Opening } from './openings.js';
import { toCriteria } from './search-criteria.js';

const DAY = 24 * 60;

/** Returns the criteria at a local time in Minnesota. November 2, 2026 is a Monday. */
const criteriaAt = (local: string, open?: Opening) => {
  const now = new Date(`${local}-06:00`);
  const { openAtMinute, openBetween } = toCriteria({ open, page: 1 }, undefined, now);
  return openBetween ?? openAtMinute;
};

describe(toCriteria.name, () => {
  it.each<[Opening | undefined, string, ReturnType<typeof criteriaAt>]>([
    [undefined, '2026-11-03T09:30', undefined],
    ['now', '2026-11-03T09:30', DAY + 570],
    ['today', '2026-11-03T09:30', { from: DAY + 570, to: 2 * DAY }],
    ['today', '2026-11-08T23:59', { from: 7 * DAY - 1, to: 7 * DAY }],
    ['late', '2026-11-03T04:00', DAY + 22 * 60],
    ['late', '2026-11-03T21:59', DAY + 22 * 60],
    ['late', '2026-11-03T22:01', DAY + 22 * 60 + 1],
    ['late', '2026-11-03T03:59', DAY + 239],
    ['sunday', '2026-11-03T09:30', { from: 6 * DAY, to: 7 * DAY }],
    ['tuesday', '2026-11-03T09:30', { from: DAY + 570, to: 2 * DAY }],
    ['monday', '2026-11-03T09:30', { from: 0, to: DAY }],
    ['weekend', '2026-11-03T09:30', { from: 5 * DAY, to: 7 * DAY }],
    ['weekend', '2026-11-08T09:30', { from: 6 * DAY + 570, to: 7 * DAY }],
  ])('with open %s at %s, finds businesses open at %j', (open, local, expected) => {
    expect(criteriaAt(local, open)).toEqual(expected);
  });
});
