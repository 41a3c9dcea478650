import { type DealDto, lastMoment } from '#libs/deals/src/record/deal.dto.js';
import { endOfToday, localDate } from '#libs/geography/src/local-date.js';
import { earliest } from '../pages/view.js';
import type { PageContext } from '../pages/page-context.js';

type Times = Pick<DealDto, 'startsAt' | 'endsAt'>;

export function isOver({ endsAt }: Times, now: Date): boolean {
  return endsAt !== null && new Date(endsAt) <= now;
}

/** Describes when a deal is valid, on a page that changes with the day. */
export function validity(page: PageContext, deal: Times): string {
  const { deals } = page.t;
  const { now } = page;
  const startsAt = new Date(deal.startsAt);
  if (startsAt > now) return deals.from(page.date(startsAt));
  if (deal.endsAt === null) return deals.ongoing;
  const last = lastMoment(deal.endsAt);
  if (isOver(deal, now)) return deals.ended(page.date(last));
  return localDate(last) === localDate(now) ? deals.endsToday : validUntil(page, deal);
}

/**
 * Describes when a deal ends, such as "Until March 31, 2026" for a deal that ends at the following
 * midnight. Feed readers keep it for days.
 */
export function validUntil(page: PageContext, { endsAt }: Times): string {
  const { ongoing, until } = page.t.deals;
  return endsAt === null ? ongoing : until(page.date(lastMoment(endsAt)));
}

/** Returns the time at which the description changes. */
export function validityUntil({ startsAt, endsAt }: Times, now: Date): Date | undefined {
  const times = [startsAt, endsAt].flatMap((time) => (time === null ? [] : new Date(time)));
  const coming = times.filter((time) => time > now);
  return coming.length === 0 ? undefined : earliest(endOfToday(now), ...coming);
}
