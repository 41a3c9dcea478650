import type { Opening } from './search-query.js';
import { toCriteria } from './search-criteria.js';

const minute = (local: string) => Date.parse(`${local}Z`) / 60_000;
const stretch = (from: string, to: string) => ({ from: minute(from), to: minute(to) });

/** Returns the criteria at a local time in Minnesota. November 2, 2026 is a Monday. */
const criteriaAt = (local: string, open?: Opening) => {
  const now = new Date(`${local}-06:00`);
  const { openAt, openBetween } = toCriteria({ open, page: 1 }, undefined, now);
  return openBetween ?? openAt;
};

describe(toCriteria.name, () => {
  it.each<[Opening | undefined, string, ReturnType<typeof criteriaAt>]>([
    [undefined, '2026-11-03T09:30', undefined],
    ['now', '2026-11-03T09:30', minute('2026-11-03T09:30')],
    ['today', '2026-11-03T09:30', stretch('2026-11-03T09:30', '2026-11-04T00:00')],
    ['today', '2026-11-08T23:59', stretch('2026-11-08T23:59', '2026-11-09T00:00')],
    ['tomorrow', '2026-11-08T09:30', stretch('2026-11-09T00:00', '2026-11-10T00:00')],
    ['late', '2026-11-03T04:00', minute('2026-11-03T22:00')],
    ['late', '2026-11-03T21:59', minute('2026-11-03T22:00')],
    ['late', '2026-11-03T22:01', minute('2026-11-03T22:01')],
    ['late', '2026-11-03T03:59', minute('2026-11-03T03:59')],
    ['sunday', '2026-11-03T09:30', stretch('2026-11-08T00:00', '2026-11-09T00:00')],
    ['tuesday', '2026-11-03T09:30', stretch('2026-11-03T09:30', '2026-11-04T00:00')],
    ['monday', '2026-11-03T09:30', stretch('2026-11-09T00:00', '2026-11-10T00:00')],
    ['weekend', '2026-11-03T09:30', stretch('2026-11-07T00:00', '2026-11-09T00:00')],
    ['weekend', '2026-11-08T09:30', stretch('2026-11-08T09:30', '2026-11-09T00:00')],
  ])('with open %s at %s, finds businesses open at %j', (open, local, expected) => {
    expect(criteriaAt(local, open)).toEqual(expected);
  });
});
