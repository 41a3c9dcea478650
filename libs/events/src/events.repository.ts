import { Injectable } from '@nestjs/common';
import { Database, type Event, type Prisma } from '#libs/database/src/database.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { SqlParameters } from '#libs/database/src/sql.js';
import { type Breakdown, breakdownOf } from '#libs/directory/src/breakdown.sql.js';
import type { Found, Page } from '#libs/directory/src/read-results.js';
import { columnOf } from '#libs/text/src/identifiers.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import type { EventCriteria } from './list/event-criteria.js';
import { occurrenceFilter } from './list/occurrence-filter.sql.js';
import type { EventDto } from './record/event.dto.js';
import { eventRecord } from './record/event-record.sql.js';
import type { Window } from './recurrence/expand.js';

/** Result of a read of occurrences. */
export interface Stored {
  version: string;
  /** False while matching occurrences may be missing from the database. */
  isStored: boolean;
}

interface DayRow {
  /** One-based index of the day. */
  day: number;
  total: number;
  event: EventDto;
}

interface CalendarRow extends Stored {
  /** Null in the only row if no event matches. */
  event: EventDto | null;
}

/** Stores events. */
@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns a page of occurrences ordered by start time.
   */
  async page(
    criteria: EventCriteria,
    { page, limit }: Pick<PageQuery, 'page' | 'limit'>,
  ): Promise<Stored & Page<EventDto>> {
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
    return rows[0]!;
  }

  /**
   * Returns the events with an occurrence in the window, each once, ordered by that occurrence.
   */
  async calendar(criteria: EventCriteria, most: number): Promise<CalendarRow[]> {
    const parameters = new SqlParameters();
    const filter = occurrenceFilter(criteria, parameters);
    // One row per event, because PostgreSQL would return one large text that is parsed as JSON at
    // once.
    const { rows } = await this.database.reads.query<CalendarRow>(
      `SELECT version::text, ${isStored(criteria, parameters)} AS "isStored",
         CASE WHEN e.id IS NOT NULL THEN ${eventRecord('e')} END AS event
       FROM directory_version LEFT JOIN (
         SELECT o.event_id, min(o.starts_at) AS starts_at FROM event_occurrences o WHERE ${filter}
         GROUP BY o.event_id ORDER BY 2, 1 LIMIT ${parameters.add(most)}
       ) first ON true LEFT JOIN events e ON e.id = first.event_id
       ORDER BY first.starts_at, e.id`,
      parameters.values,
    );
    return rows;
  }

  /**
   * Returns the events of each day.
   *
   * @param days within the window of the criteria
   * @param most maximum number of events returned per day
   */
  async days(
    criteria: EventCriteria,
    days: readonly Window[],
    most: number,
  ): Promise<Stored & { rows: DayRow[] }> {
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
    return rows[0]!;
  }

  /** Counts the filter values in the list that `page` reads. */
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

  /** Finds an event or its tombstone by id or slug, with the times of its first occurrence. */
  async find(idOrSlug: string): Promise<Found<EventDto> | undefined> {
    const column = columnOf(idOrSlug);
    if (!column) return undefined;
    const { rows } = await this.database.reads.query<Found<EventDto>>(
      `SELECT version::text, ${eventRecord('e')} AS record
       FROM events e, directory_version WHERE e.${column} = $1`,
      [idOrSlug],
    );
    return rows[0];
  }

  /** Finds an event or its tombstone by id or slug, with its revision. */
  async findForEditing(
    idOrSlug: string,
    tx: Prisma.TransactionClient,
  ): Promise<Edited<EventDto> | undefined> {
    const column = columnOf(idOrSlug);
    if (!column) return undefined;
    const [found] = await tx.$queryRawUnsafe<Edited<EventDto>[]>(
      `SELECT ${eventRecord('e')} AS record, e.revision FROM events e
       WHERE e.${column} = $1::${column === 'id' ? 'uuid' : 'text'}`,
      idOrSlug,
    );
    return found;
  }

  /** Returns those of the slugs that are in use. */
  async takenSlugs(slugs: string[], tx: Prisma.TransactionClient): Promise<string[]> {
    const found = await tx.event.findMany({ where: { slug: { in: slugs } } });
    return found.map(({ slug }) => slug);
  }

  add(data: Prisma.EventUncheckedCreateInput, tx: Prisma.TransactionClient): Promise<Event> {
    return tx.event.create({ data });
  }

  update(
    id: string,
    data: Prisma.EventUncheckedUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<Event> {
    return tx.event.update({ where: { id }, data });
  }
}

/** SQL condition that all occurrences before the end of the window are stored. */
function isStored({ to }: EventCriteria, parameters: SqlParameters): string {
  return `NOT EXISTS (SELECT FROM event_expansions WHERE expanded_until < ${parameters.add(to)})`;
}
