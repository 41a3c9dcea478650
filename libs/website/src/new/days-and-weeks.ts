import { addDays, localDate, type LocalDate } from '../pages/local-date.js';
import type { PageContext } from '../pages/page-context.js';

const DAYS_OF_WEEK = 7;

export interface Group<T> {
  title: string;
  items: T[];
}

/**
 * What came lately: the last seven days each by itself, and what came before by its weeks, which
 * begin on Sunday.
 *
 * @param items those that came last first
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
  // A business may come from a clock that is fast.
  if (day >= today) return newest.today;
  if (day === addDays(today, -1)) return newest.yesterday;
  if (day > addDays(today, -DAYS_OF_WEEK)) return page.day(day);
  const sunday = addDays(day, -new Date(day).getUTCDay());
  return newest.weekOf(page.date(new Date(`${sunday}T12:00:00Z`)));
}
