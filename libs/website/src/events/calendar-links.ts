import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { inLine } from '../contact/contact-details.js';
import type { PageContext } from '../pages/page-context.js';

/** Returns links that add one occurrence of an event to a calendar on the web. */
export function calendarLinks(page: PageContext, event: EventDto) {
  const { name, slug, venue, business, address, startsAt, endsAt } = event;
  const { street, city, state } = address;
  const location = inLine(venue ?? business?.name, street, city, state);
  const details = page.address(`/events/${slug}`);
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: name,
    dates: [startsAt, endsAt].map(compact).join('/'),
    location,
    details,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: name,
    startdt: startsAt,
    enddt: endsAt,
    location,
    body: details,
  });
  return [
    { name: 'Google', address: `https://calendar.google.com/calendar/render?${google.toString()}` },
    {
      name: 'Outlook',
      address: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`,
    },
  ];
}

/** Writes an instant such as "20260711T000000Z". */
function compact(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, '');
}
