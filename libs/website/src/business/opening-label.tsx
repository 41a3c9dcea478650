import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import {
  DAY,
  dayOf,
  DAYS,
  OpeningHours,
  weekdayOf,
} from '#libs/directory-index/src/opening-hours.js';
import { addDays, localDate } from '#libs/geography/src/local-date.js';
import { localMinute } from '#libs/geography/src/local-time.js';
import type { PageContext } from '../pages/page-context.js';

type Of = Pick<BusinessDto, 'status' | 'hours' | 'specialHours'>;

/**
 * A business's opening status, such as "Open until 5 PM" or "Closed, opens 9 AM tomorrow". Renders
 * nothing if the hours are unknown.
 */
export function OpeningLabel({ page, business }: { page: PageContext; business: Of }) {
  const { text, isOpen } = describe(page, business);
  if (!text) return null;
  return <span class={isOpen ? 'status open' : 'status closed'}>{text}</span>;
}

function describe(page: PageContext, business: Of): { text?: string; isOpen?: boolean } {
  const t = page.t.status;
  if (business.status === 'closed') return { text: t.permanentlyClosed };
  if (business.status === 'temporarily_closed') return { text: t.temporarilyClosed };
  const now = localMinute(page.now);
  const opening = new OpeningHours(business).statusAt(now);
  switch (opening.kind) {
    case 'unknown':
      return {};
    case 'always':
      return { text: t.alwaysOpen, isOpen: true };
    case 'open':
      return { text: t.openUntil(page.clockTime(opening.until)), isOpen: true };
    case 'holiday':
      return { text: t.mayDiffer(page.t.holidays[opening.holiday]) };
    case 'closed': {
      if (opening.opens === null) return { text: t.closed };
      const time = page.clockTime(opening.opens % DAY);
      const days = dayOf(opening.opens) - dayOf(now);
      if (days === 0) return { text: t.opens(time) };
      if (days === 1) return { text: t.opensTomorrow(time) };
      // A week ahead, the weekday alone would mean today.
      const day =
        days < DAYS.length
          ? page.weekday(weekdayOf(dayOf(opening.opens)))
          : page.day(addDays(localDate(page.now), days));
      return { text: t.opensOn(day, time) };
    }
  }
}
