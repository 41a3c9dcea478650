import { addDays, localDate, type LocalDate } from '#libs/geography/src/local-date.js';
import type { PageContext } from '../pages/page-context.js';

const DAYS_OF_WEEK = 7;

export interface Group<T> {
  title: string;
  items: T[];
}

/**
 * Groups the items of the last seven days by day, and earlier ones by week. Weeks begin on Sunday.
 *
 * @param items items, newest first
 */
export function byDaysAndWeeks<T extends { createdAt: string }>(
  page: PageContext,
  items: readonly T[],
): Group<T>[] {
  const today = localDate(page.now);
  const groups = new Map<string, Group<T>>();
  for (const item of items) {
    const title = titleOf(page, localDate(new Date(item.createdAt)), today);
    const group = groups.get(title) ?? { title, items: [] };
    group.items.push(item);
    groups.set(title, group);
  }
  return [...groups.values()];
}

function titleOf(page: PageContext, day: LocalDate, today: LocalDate): string {
  const { newest } = page.t;
  // A business may have a date in the future if another machine's clock is fast.
  if (day >= today) return newest.today;
  if (day === addDays(today, -1)) return newest.yesterday;
  if (day > addDays(today, -DAYS_OF_WEEK)) return page.day(day);
  const sunday = addDays(day, -new Date(day).getUTCDay());
  return newest.weekOf(page.date(new Date(`${sunday}T12:00:00Z`)));
}
