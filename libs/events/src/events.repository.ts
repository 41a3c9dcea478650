import { Injectable } from '@nestjs/common';
import { Database, type Event, type Prisma } from '#libs/database/src/database.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { isNamed, SqlParameters, UNLEASED, leaseExpiry } from '#libs/database/src/sql.js';
import { type Breakdown, breakdownOf } from '#libs/directory/src/directory.repository.js';
import type { Found, Page } from '#libs/directory/src/read-results.js';
import { columnOf } from '#libs/text/src/identifiers.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import type { EventCriteria } from './list/event-criteria.js';
import type { EventDto } from './record/event.dto.js';
import { eventRecord } from './record/event-record.sql.js';
import type { Occurrences, Window } from './recurrence/expand.js';
import { durationOf, MAX_DURATION, type RecurringSchedule } from './recurrence/schedule.js';

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

/** Expansion of an event's rule within a window. */
export interface ExpandedSchedule {
  schedule: RecurringSchedule;
  window: Window;
  expansion: Occurrences;
}

/** An event leased to this process. */
export interface LeasedEvent extends RecurringSchedule {
  id: string;
  slug: string;
  expandedUntil: Date;
  leaseId: string;
}

/** `EventsService` describes the reads. */
@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

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

  async days(
    criteria: EventCriteria,
    days: readonly Window[],
    most: number,
  ): Promise<Stored & { rows: DayRow[] }> {
    const parameters = new SqlParameters();
    const filter = occurrenceFilter(criteria, parameters);
    const begins = days.map(({ from }) => from);
    const ends = days.map(({ to }) => to);
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

  async find(idOrSlug: string): Promise<Found<EventDto> | undefined> {
    const column = columnOf(idOrSlug);
    if (!column) return undefined;
    const { rows } = await this.database.reads.query<Found<EventDto>>(
      `SELECT version::text, ${eventRecord('e')} AS record, e.${column} <> $1 AS "isFormer"
       FROM events e, directory_version WHERE ${isNamed('e', column)}
       ORDER BY "isFormer" LIMIT 1`,
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

  /** Returns the slugs that events have or had, of the events with one of the given slugs. */
  async takenSlugs(slugs: string[], tx: Prisma.TransactionClient): Promise<string[]> {
    const found = await tx.event.findMany({
      where: { OR: [{ slug: { in: slugs } }, { formerSlugs: { hasSome: slugs } }] },
    });
    return found.flatMap(({ slug, formerSlugs }) => [slug, ...formerSlugs]);
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

  /**
   * Leases the next event whose occurrences are stored until an earlier time. Events that failed
   * before come last, so that they do not block others.
   */
  async leaseExpansion(
    leaseId: string,
    until: Date,
    leaseSeconds: number,
  ): Promise<LeasedEvent | undefined> {
    const [leased] = await this.database.$queryRaw<LeasedEvent[]>`
      UPDATE event_expansions
      SET lease_id = ${leaseId}::uuid, leased_until = ${leaseExpiry(leaseSeconds)}
      FROM events e
      WHERE e.id = event_id AND event_id = (
        SELECT event_id FROM event_expansions
        WHERE expanded_until < ${until} AND ${UNLEASED}
        ORDER BY leased_until NULLS FIRST, expanded_until LIMIT 1
        FOR UPDATE SKIP LOCKED)
      RETURNING event_id AS id, e.slug, e.starts_at AS "startsAt", e.ends_at AS "endsAt",
        e.recurrence, e.excluded_dates AS "excludedDates", expanded_until AS "expandedUntil",
        lease_id AS "leaseId"`;
    return leased;
  }

  /** Returns the lease. @returns whether it was still held */
  async releaseExpansion(
    { id, leaseId }: LeasedEvent,
    tx: Prisma.TransactionClient,
  ): Promise<boolean> {
    const released = await tx.$executeRaw`
      UPDATE event_expansions SET lease_id = NULL, leased_until = NULL
      WHERE event_id = ${id}::uuid AND lease_id = ${leaseId}::uuid`;
    return released > 0;
  }

  /** Adds an event's occurrences in a window and records the end of the window. */
  async addOccurrences(
    eventId: string,
    { schedule, window, expansion }: ExpandedSchedule,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    const starts = expansion.starts.map((start) => start.toISOString());
    await tx.$executeRaw`
      INSERT INTO event_occurrences (event_id, starts_at, ends_at)
      SELECT ${eventId}::uuid, start, start + make_interval(secs => ${durationOf(schedule) / 1000})
      FROM unnest(${starts}::timestamptz[]) AS start
      ON CONFLICT DO NOTHING`;
    if (expansion.hasMore) {
      await tx.$executeRaw`
        UPDATE event_expansions SET expanded_until = ${window.to} WHERE event_id = ${eventId}::uuid`;
    } else {
      await tx.$executeRaw`DELETE FROM event_expansions WHERE event_id = ${eventId}::uuid`;
    }
  }

  /** Removes the oldest occurrences that start before a time and returns their number. */
  removeOccurrencesBefore(time: Date, most: number): Promise<number> {
    return this.database.$executeRaw`
      DELETE FROM event_occurrences WHERE (event_id, starts_at) IN (
        SELECT event_id, starts_at FROM event_occurrences
        WHERE starts_at < ${time} ORDER BY starts_at LIMIT ${most})`;
  }
}

/**
 * SQL condition on a row `o` of event_occurrences that matches the criteria and overlaps [from,
 * to).
 */
function occurrenceFilter(criteria: EventCriteria, parameters: SqlParameters): string {
  const { from, to } = criteria;
  const add = (value: unknown) => parameters.add(value);
  const events = eventConditions(criteria, parameters);
  const conditions = [
    // An occurrence that begins earlier has ended by `from`. This bounds the index scan.
    `o.starts_at > ${add(new Date(from.getTime() - MAX_DURATION))}`,
    `o.starts_at < ${add(to)} AND o.ends_at > ${add(from)}`,
    events.length > 0 && `o.event_id IN (SELECT e.id FROM events e WHERE ${events.join(' AND ')})`,
  ];
  return conditions.filter(Boolean).join(' AND ');
}

function eventConditions(
  { event, city, county, within, category, business, near, isFree }: EventCriteria,
  parameters: SqlParameters,
): string[] {
  const add = (value: unknown) => parameters.add(value);
  const conditions = [
    event && `e.id = ${add(event)}`,
    city && `e.city_slug = ANY (${add(city)}::text[])`,
    county && `place_slug(e.county) = ANY (${add(county)}::text[])`,
    within &&
      `(e.city_slug = ANY (${add(within.cities)}::text[])
        OR place_slug(e.county) = ANY (${add(within.counties)}::text[])
        OR e.postal_code = ANY (${add(within.postalCodes)}::text[]))`,
    category &&
      `e.category_id IN (
        SELECT id FROM categories WHERE slug = ANY (category_subtree(${add(category)})))`,
    business && `e.business_id = ANY (${add(business)}::uuid[])`,
    near &&
      `metres_between(${add(near.latitude)}, ${add(near.longitude)}, e.latitude, e.longitude)
        <= ${add(near.radius)}`,
    isFree ? 'e.is_free' : undefined,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/** SQL condition that all occurrences before the end of the window are stored. */
function isStored({ to }: EventCriteria, parameters: SqlParameters): string {
  return `NOT EXISTS (SELECT FROM event_expansions WHERE expanded_until < ${parameters.add(to)})`;
}
