import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { localDate, type LocalDate } from '#libs/geography/src/local-date.js';
import type { PageContext } from '../pages/page-context.js';
import { EventList } from './event-list.js';

interface Properties {
  page: PageContext;
  /** Occurrences by start time. */
  events: readonly EventDto[];
  /** Start of the agenda. Earlier events appear on its first day. */
  from: Date;
}

export function Agenda({ page, events, from }: Properties) {
  if (events.length === 0) return <p>{page.t.events.none}</p>;
  const days = new Map<LocalDate, EventDto[]>();
  for (const event of events) {
    const begins = new Date(event.startsAt);
    const day = localDate(begins < from ? from : begins);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section class="agenda-day" aria-labelledby={`on-${day}`}>
          <h2 id={`on-${day}`}>
            <time dateTime={day}>{page.day(day)}</time>
          </h2>
          <EventList page={page} events={ofDay} isOfOneDay />
        </section>
      ))}
    </>
  );
}
