import { Injectable } from '@nestjs/common';
import type { Breakdown } from '#libs/directory/src/directory.repository.js';
import type { Found, Page } from '#libs/directory/src/read-results.js';
import { DAY_MS } from '#libs/geography/src/local-time.js';
import { tryAgainIn } from '#libs/http/src/errors/api-error.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { EventsRepository, type Stored } from './events.repository.js';
import { scheduleOf } from './editing/event-schedule.js';
import type { EventCriteria } from './list/event-criteria.js';
import { ExpansionService, RuleRefusedError } from './occurrences/expansion.service.js';
import { ExtensionService } from './occurrences/extension.service.js';
import type { EventDto } from './record/event.dto.js';
import type { Occurrences, Window } from './recurrence/expand.js';
import { durationOf, isRecurring, type RecurringSchedule } from './recurrence/schedule.js';

/** Maximum number of events in a calendar. The first ones to take place are kept. */
export const MAX_IN_CALENDAR = 500;
/** Time searched for the next date of a rule, in milliseconds: 20 years. */
const SEARCHED_AHEAD = 20 * 366 * DAY_MS;

/** Events of one day. */
export interface EventDay {
  /**
   * First events of the day. Events that began earlier come last.
   */
  items: EventDto[];
  /** Number of events on the day, including those not in `items`. */
  total: number;
}

/** Reads events, and refuses lists while occurrences may be missing from the database. */
@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly extension: ExtensionService,
    private readonly expansions: ExpansionService,
  ) {}

  /**
   * Returns a page of occurrences ordered by start time.
   *
   * @throws ApiError `unavailable` while matching occurrences may be missing from the database
   */
  async page(
    criteria: EventCriteria,
    page: Pick<PageQuery, 'page' | 'limit'>,
  ): Promise<Page<EventDto>> {
    return this.expectStored(await this.events.page(criteria, page));
  }

  /**
   * Returns the events with an occurrence in the window, each once, ordered by that occurrence.
   *
   * @throws ApiError `unavailable` while matching occurrences may be missing from the database
   */
  async calendar(criteria: EventCriteria): Promise<{ version: string; events: EventDto[] }> {
    const rows = await this.events.calendar(criteria, MAX_IN_CALENDAR);
    const { version } = this.expectStored(rows[0]!);
    return { version, events: rows.flatMap(({ event }) => event ?? []) };
  }

  /**
   * Returns the events of each day.
   *
   * @param days within the window of the criteria
   * @param most maximum number of events returned per day
   * @throws ApiError `unavailable` while matching occurrences may be missing from the database
   */
  async days(
    criteria: EventCriteria,
    days: readonly Window[],
    most: number,
  ): Promise<{ version: string; days: EventDay[] }> {
    const { version, rows } = this.expectStored(await this.events.days(criteria, days, most));
    return {
      version,
      days: days.map((_, index) => {
        const ofDay = rows.filter(({ day }) => day === index + 1);
        return { items: ofDay.map(({ event }) => event), total: ofDay[0]?.total ?? 0 };
      }),
    };
  }

  /** Counts the filter values in the list that `page` reads. */
  breakdown(criteria: EventCriteria): Promise<Breakdown> {
    return this.events.breakdown(criteria);
  }

  /** Finds an event or its tombstone by id or slug, with the times of its first occurrence. */
  find(idOrSlug: string): Promise<Found<EventDto> | undefined> {
    return this.events.find(idOrSlug.toLowerCase());
  }

  /**
   * Returns an event with the times of its next date, even if it is canceled or too far ahead for
   * lists.
   */
  async next(event: EventDto, now: Date): Promise<EventDto | undefined> {
    const schedule = scheduleOf(event);
    if (!isRecurring(schedule)) return schedule.endsAt > now ? event : undefined;
    const window = { from: now, to: new Date(now.getTime() + SEARCHED_AHEAD) };
    const found = await this.expand({ ...schedule, excludedDates: [] }, window);
    const start = found?.starts[0];
    if (!start) return undefined;
    const end = new Date(start.getTime() + durationOf(schedule));
    return { ...event, startsAt: start.toISOString(), endsAt: end.toISOString() };
  }

  /** Reports whether every occurrence of an event is canceled. */
  async isCanceled(event: EventDto): Promise<boolean> {
    const schedule = scheduleOf(event);
    const { startsAt, excludedDates } = schedule;
    if (excludedDates.length === 0) return false;
    if (!isRecurring(schedule)) return event.excludedDates.includes(event.startsAt);
    const to = new Date(Math.max(...excludedDates.map(Number)) + 1);
    const found = await this.expand(schedule, { from: startsAt, to });
    return found?.starts.length === 0 && !found.hasMore;
  }

  /** @returns undefined if the rule is refused */
  private async expand(
    schedule: RecurringSchedule,
    window: Window,
  ): Promise<Occurrences | undefined> {
    try {
      return await this.expansions.expand(schedule, window);
    } catch (error) {
      if (error instanceof RuleRefusedError) return undefined;
      throw error;
    }
  }

  private expectStored<Result extends Stored>(result: Result): Result {
    if (result.isStored) return result;
    void this.extension.run();
    throw tryAgainIn(5, 'unavailable', 'Event occurrences are being computed. Try again shortly.');
  }
}
