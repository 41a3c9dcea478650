import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { SqlParameters } from '#libs/database/src/sql.js';
import { type Breakdown, breakdownOf } from '#libs/directory/src/breakdown.sql.js';
import type { Found, Page } from '#libs/directory/src/snapshot.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import type { EventCriteria } from './list/event-criteria.js';
import { occurrenceFilter } from './list/occurrence-filter.sql.js';
import { ExtensionService } from './occurrences/extension.service.js';
import type { EventDto } from './record/event.dto.js';
import { eventRecord } from './record/event-record.sql.js';
import type { Window } from './recurrence/expand.js';

/** How many events a calendar has at most: those that take place first. */
export const MAX_IN_CALENDAR = 500;

interface Stored {
  version: string;
  isStored: boolean;
}

interface DayRow {
  /** From 1. */
  day: number;
  total: number;
  event: EventDto;
}

interface CalendarRow extends Stored {
  /** Null in the only row when there is none. */
  event: EventDto | null;
}

/** What takes place on a day. */
export interface EventDay {
  /** The first of it: what begins on the day, then what goes on. */
  items: EventDto[];
  /** How much it is. */
  total: number;
}

/** Reads events. */
@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly extension: ExtensionService,
  ) {}

  /**
   * A page of occurrences in the order in which they begin.
   *
   * @throws ApiError `unavailable` while some that it may ask for are not stored yet
   */
  async page(
    criteria: EventCriteria,
    { page, limit }: Pick<PageQuery, 'page' | 'limit'>,
  ): Promise<Page<EventDto>> {
    const parameters = new SqlParameters();
    const matching = `event_occurrences o WHERE ${occurrenceFilter(criteria, parameters)}`;
    const { rows } = await this.database.reads.query<Stored & Page<EventDto>>(
      `SELECT version::text, ${isStored(criteria, parameters)} AS "isStored",
         (SELECT count(*)::int FROM ${matching}) AS total,
         (SELECT coalesce(json_agg(${eventRecord('o')} ORDER BY o.starts_at, o.event_id), '[]')
          FROM (
            SELECT o.* FROM ${matching} ORDER BY o.starts_at, o.event_id
            LIMIT ${parameters.add(limit)} OFFSET ${parameters.add((page - 1) * limit)}
          ) o JOIN events e ON e.id = o.event_id) AS items
       FROM directory_version`,
      parameters.values,
    );
    const [{ version, items, total }] = this.expectStored(rows);
    return { version, items, total };
  }

  /**
   * The events that have an occurrence in the time asked for, each once, in the order in which they
   * have it.
   *
   * @throws ApiError `unavailable` while some occurrences that it may ask for are not stored yet
   */
  async calendar(criteria: EventCriteria): Promise<{ version: string; events: EventDto[] }> {
    const parameters = new SqlParameters();
    const filter = occurrenceFilter(criteria, parameters);
    // A row each, since a large text would be read as JSON in one go.
    const { rows } = await this.database.reads.query<CalendarRow>(
      `SELECT version::text, ${isStored(criteria, parameters)} AS "isStored",
         CASE WHEN e.id IS NOT NULL THEN ${eventRecord('e')} END AS event
       FROM directory_version LEFT JOIN (
         SELECT o.event_id, min(o.starts_at) AS starts_at FROM event_occurrences o WHERE ${filter}
         GROUP BY o.event_id ORDER BY 2, 1 LIMIT ${MAX_IN_CALENDAR}
       ) first ON true LEFT JOIN events e ON e.id = first.event_id
       ORDER BY first.starts_at, e.id`,
      parameters.values,
    );
    const stored = this.expectStored(rows);
    return {
      version: stored[0].version,
      events: stored.flatMap(({ event }) => event ?? []),
    };
  }

  /**
   * What takes place on each of some days.
   *
   * @param days within the time asked for
   * @param most how much of a day is told
   * @throws ApiError `unavailable` while some occurrences that it may ask for are not stored yet
   */
  async days(
    criteria: EventCriteria,
    days: readonly Window[],
    most: number,
  ): Promise<{ version: string; days: EventDay[] }> {
    const parameters = new SqlParameters();
    const filter = occurrenceFilter(criteria, parameters);
    const [begins, ends] = [days.map(({ from }) => from), days.map(({ to }) => to)];
    const { rows } = await this.database.reads.query<Stored & { rows: DayRow[] }>(
      `WITH ranked AS (
         SELECT d.day, o.event_id, o.starts_at, o.ends_at,
           count(*) OVER (PARTITION BY d.day)::int AS total,
           row_number() OVER (
             PARTITION BY d.day ORDER BY o.starts_at < d.begins, o.starts_at, o.event_id) AS rank
         FROM (SELECT * FROM event_occurrences o WHERE ${filter}) o
         JOIN unnest(${parameters.add(begins)}::timestamptz[], ${parameters.add(ends)}::timestamptz[])
           WITH ORDINALITY AS d (begins, ends, day)
           ON o.starts_at < d.ends AND o.ends_at > d.begins
       )
       SELECT version::text, ${isStored(criteria, parameters)} AS "isStored",
         (SELECT coalesce(json_agg(json_build_object(
             'day', o.day, 'total', o.total, 'event', ${eventRecord('o')}) ORDER BY o.day, o.rank), '[]')
          FROM ranked o JOIN events e ON e.id = o.event_id
          WHERE o.rank <= ${parameters.add(most)}) AS rows
       FROM directory_version`,
      parameters.values,
    );
    const [{ version, rows: found }] = this.expectStored(rows);
    return {
      version,
      days: days.map((_, index) => {
        const ofDay = found.filter(({ day }) => day === index + 1);
        return { items: ofDay.map(({ event }) => event), total: ofDay[0]?.total ?? 0 };
      }),
    };
  }

  /** What filters count in the list that `page` reads. */
  async breakdown(criteria: EventCriteria): Promise<Breakdown> {
    const parameters = new SqlParameters();
    const matching = `event_occurrences o JOIN events e ON e.id = o.event_id
      LEFT JOIN categories own ON own.id = e.category_id
      WHERE ${occurrenceFilter(criteria, parameters)}`;
    const columns = { categories: 'ARRAY[own.slug]', city: 'e.city', citySlug: 'e.city_slug' };
    const { rows } = await this.database.reads.query<Breakdown>(
      breakdownOf(matching, columns),
      parameters.values,
    );
    return rows[0]!;
  }

  /** One event by its id or slug, with its first time, and its tombstone. */
  async find(idOrSlug: string): Promise<Found<EventDto> | undefined> {
    const column = isUuid(idOrSlug) ? 'id' : isSlug(idOrSlug) ? 'slug' : undefined;
    if (!column) return undefined;
    const { rows } = await this.database.reads.query<Found<EventDto>>(
      `SELECT version::text, ${eventRecord('e')} AS record
       FROM events e, directory_version WHERE e.${column} = $1`,
      [idOrSlug],
    );
    return rows[0];
  }

  private expectStored<Row extends Stored>(rows: Row[]): [Row, ...Row[]] {
    if (rows[0]!.isStored) return rows as [Row, ...Row[]];
    this.extension.wake();
    throw new ApiError(
      'unavailable',
      'When events take place is being worked out. Try again shortly.',
      { headers: { 'Retry-After': '5' } },
    );
  }
}

/** Whether all occurrences that begin before the end of what is asked for are stored. */
function isStored({ to }: EventCriteria, parameters: SqlParameters): string {
  return `NOT EXISTS (SELECT FROM event_expansions WHERE expanded_until < ${parameters.add(to)})`;
}
