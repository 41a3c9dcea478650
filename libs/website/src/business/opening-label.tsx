import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { DAYS } from '#libs/businesses/src/record/enumerations.js';
import type { PageContext } from '../pages/page-context.js';
import { localDay, openingStatus } from './opening-hours.js';

type Of = Pick<BusinessDto, 'status' | 'hours'>;

/**
 * A business's opening status, such as "Open until 5 PM" or "Closed, opens tomorrow 9 AM". Renders
 * nothing if the hours are unknown.
 */
export function OpeningLabel({ page, business }: { page: PageContext; business: Of }) {
  const { text, isOpen } = describe(page, business);
  if (!text) return null;
  return <span class={isOpen ? 'status open' : 'status closed'}>{text}</span>;
}

function describe(page: PageContext, { status, hours }: Of): { text?: string; isOpen?: boolean } {
  const t = page.t.status;
  if (status === 'closed') return { text: t.permanentlyClosed };
  if (status === 'temporarily_closed') return { text: t.temporarilyClosed };
  const opening = openingStatus(hours, page.now);
  switch (opening.kind) {
    case 'unknown':
      return {};
    case 'always':
      return { text: t.alwaysOpen, isOpen: true };
    case 'open':
      return { text: t.openUntil(page.clockTime(opening.minute)), isOpen: true };
    case 'closed': {
      const time = page.clockTime(opening.minute);
      const { day } = opening;
      if (day === undefined) return { text: t.opens(time) };
      const isTomorrow = day === (localDay(page.now) + 1) % DAYS.length;
      return { text: isTomorrow ? t.opensTomorrow(time) : t.opensOn(page.weekday(day), time) };
    }
  }
}
