import type { Facets } from '#libs/directory-index/src/facets.js';
import type { Page } from '#libs/directory/src/read-results.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { localDate, type LocalDate } from '#libs/geography/src/local-date.js';
import { Icon } from '../layout/icon.js';
import { PageLinks } from '../layout/page-links.js';
import { WhereField } from '../layout/where-field.js';
import type { PageContext } from '../pages/page-context.js';
import { Filters, ToFilters } from '../search/filters.js';
import { ActiveFilters, activeFilters, Remarks } from '../search/search-view.js';
import type { InterpretedSearch } from '../search/search.service.js';
import { calendarAddress, type CalendarQuery, parametersOf, VIEWS } from './calendar-query.js';
import { EventList } from './event-list.js';
import { type Month, STRETCHES } from './month.js';
import { type CalendarDay, MonthTable } from './month-table.js';

interface Properties {
  page: PageContext;
  title: string;
  query: CalendarQuery;
  /** Months to turn to, undefined outside the calendar's range. */
  previous: Month | undefined;
  next: Month | undefined;
  interpreted: InterpretedSearch;
  facets: Facets;
  /** Consecutive days, in the month view. */
  days: readonly CalendarDay[] | undefined;
  agenda: Page<EventDto> | undefined;
  /** Start of the agenda. */
  from: Date;
}

type Changes = Partial<Omit<CalendarQuery, 'search'>> & {
  search?: Partial<CalendarQuery['search']>;
};

export function CalendarView(properties: Properties) {
  const { page, title, query, interpreted, facets, days, agenda, from } = properties;
  const { search } = query;
  const hrefWith = ({ search: changed, ...changes }: Changes) =>
    calendarAddress(page.href('/events'), {
      ...query,
      ...changes,
      search: { ...search, page: 1, ...changed },
    });
  const hrefOfDay = (day: string) => hrefWith({ day });
  return (
    <div class="with-filters" data-swap>
      <section aria-labelledby="calendar">
        <div class="list-head">
          <h1 id="calendar" tabIndex={-1}>
            {title}
          </h1>
          <ToFilters page={page} />
        </div>
        <Stretches {...{ page, query, hrefWith }} />
        <Where {...{ page, query, interpreted }} />
        <Remarks page={page} found={interpreted} />
        <ActiveFilters
          page={page}
          active={activeFilters(page, { search, names: interpreted.names })}
          hrefWith={(changed) => hrefWith({ search: changed })}
        />
        <Ways {...properties} hrefWith={hrefWith} />
        {days && <MonthTable {...{ page, title, days, hrefOfDay }} isOnly={!agenda} />}
        {agenda && (
          <div class={days ? 'if-narrow' : undefined}>
            <Agenda page={page} events={agenda.items} from={from} />
            <PageLinks
              page={page}
              present={search.page}
              total={agenda.total}
              hrefOf={(number) => hrefWith({ view: 'agenda', search: { page: number } })}
            />
          </div>
        )}
        <Subscription page={page} query={query} />
      </section>
      <Filters
        page={page}
        facets={facets}
        category={search.category}
        links={{
          category: (slug) => hrefWith({ search: { category: [slug] } }),
          city:
            search.city || interpreted.place
              ? undefined
              : (slug) => hrefWith({ search: { city: [slug] } }),
        }}
      />
    </div>
  );
}

type OfLinks = Pick<Properties, 'page' | 'query'> & { hrefWith: (changes: Changes) => string };

/** Links to the days that most visitors look for, and to the events that are free. */
function Stretches({ page, query, hrefWith }: OfLinks) {
  const t = page.t.events;
  return (
    <nav aria-label={t.days}>
      <ul class="actions in-row">
        {STRETCHES.map((when) => (
          <li>
            <a
              class={when === query.when ? 'button primary' : 'button'}
              aria-current={when === query.when ? 'page' : undefined}
              href={hrefWith({ day: undefined, when })}
              rel="nofollow"
            >
              {t.stretches[when]}
            </a>
          </li>
        ))}
        <li>
          <a
            class={query.isFree ? 'button primary' : 'button'}
            aria-current={query.isFree}
            href={hrefWith({ isFree: !query.isFree })}
            rel="nofollow"
          >
            {t.free}
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** The place filter: a city, a county, a ZIP code or the visitor's position. */
function Where({ page, query, interpreted }: Pick<Properties, 'page' | 'query' | 'interpreted'>) {
  const { category, where = interpreted.names.city[0]?.name } = query.search;
  const kept = Object.entries({ category: category?.join(), ...parametersOf(query) });
  return (
    <form class="where-form" action={page.href('/events')} aria-label={page.t.events.narrow}>
      {kept.map(([name, value]) => value && <input type="hidden" name={name} value={value} />)}
      <WhereField page={page} id="events-where" where={where} />
      <button type="submit">{page.t.events.show}</button>
    </form>
  );
}

/** Links to other months and to the other view. */
function Ways(properties: Properties & OfLinks) {
  const { page, query, previous, next, hrefWith } = properties;
  const { month } = query;
  const t = page.t.events;
  if (query.day || query.when) {
    return (
      <p>
        <a href={hrefWith({ day: undefined, when: undefined })}>
          {month ? t.inMonth(page.month(month)) : t.upcoming}
        </a>
      </p>
    );
  }
  return (
    <div class="toolbar">
      <nav class="months" aria-label={t.months}>
        {previous && (
          <a class="button" rel="prev" href={hrefWith({ month: previous })} data-in-place>
            <Icon name="chevron-left" />
            <span>{page.month(previous)}</span>
          </a>
        )}
        {next && (
          <a class="button" rel="next" href={hrefWith({ month: next })} data-in-place>
            <span>{page.month(next)}</span>
            <Icon name="chevron-right" />
          </a>
        )}
        {month && (
          <a href={hrefWith({ month: undefined })} data-in-place>
            {t.upcoming}
          </a>
        )}
      </nav>
      <nav class="sorts" aria-label={t.view}>
        {VIEWS.map((view) => {
          // Without a choice, the screen's width decides: a month if wide, an agenda if narrow.
          const [shown, other] =
            view === 'month' ? ['if-wide', 'if-narrow'] : ['if-narrow', 'if-wide'];
          return (
            <>
              {(query.view ?? view) === view && (
                <span class={query.view ? undefined : shown} aria-current="true">
                  {t.views[view]}
                </span>
              )}
              {query.view !== view && (
                <a
                  class={query.view ? undefined : other}
                  href={hrefWith({ view })}
                  data-in-place
                  rel="nofollow"
                >
                  {t.views[view]}
                </a>
              )}
            </>
          );
        })}
      </nav>
    </div>
  );
}

/** Links to the filtered events from today on for calendar apps, and to suggesting an event. */
function Subscription({ page, query: { isFree, search } }: Pick<Properties, 'page' | 'query'>) {
  const t = page.t.events;
  const path = calendarAddress('/events.ics', { isFree, search: { ...search, page: 1 } });
  return (
    <ul class="inline">
      <li>
        <a href={page.address(path).replace(/^https?:/, 'webcal:')} rel="nofollow">
          <Icon name="calendar" />
          <span>{t.subscribe}</span>
        </a>
      </li>
      <li>
        <a href={page.href(path)} rel="nofollow" download>
          {t.download}
        </a>
      </li>
      <li>
        <a href={page.href('/suggest-event')}>{t.suggest}</a>
      </li>
    </ul>
  );
}

interface AgendaProperties {
  page: PageContext;
  /** Occurrences by start time. */
  events: readonly EventDto[];
  /** Start of the agenda. Earlier events appear on its first day. */
  from: Date;
}

function Agenda({ page, events, from }: AgendaProperties) {
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
