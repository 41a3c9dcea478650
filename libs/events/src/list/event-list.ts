import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { SqlParameters } from '#libs/database/src/sql-parameters.js';
import { successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { collectionUrl } from '../collection-url.js';
import type { EventDto } from '../record/event.dto.js';
import { eventRecord } from '../record/event-record.sql.js';
import { toSchedule } from '../record/to-schedule.js';
import { occurrencesBetween } from '../recurrence/recurrence.js';
import type { EventCriteria } from './event-criteria.js';
import { eventFilter } from './event-filter.sql.js';

/**
 * Events, and their occurrences in the order in which they begin. Events are entered by hand, so
 * they are few enough to be expanded in memory.
 */
@Injectable()
export class EventList {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  /** Each item is one occurrence; a recurring event has one for each time that it takes place. */
  async page(
    criteria: EventCriteria,
    page: Pick<PageQuery, 'page' | 'limit'>,
  ): Promise<{ version: string; body: SuccessPage<EventDto> }> {
    const { version, events } = await this.events(criteria);
    const occurrences = events
      .flatMap((event) =>
        occurrencesBetween(toSchedule(event), criteria.from, criteria.to).map(
          ({ startsAt, endsAt }): EventDto => ({
            ...event,
            startsAt: startsAt.toISOString(),
            endsAt: endsAt.toISOString(),
          }),
        ),
      )
      .sort((a, b) => compare(a.startsAt, b.startsAt) || compare(a.id, b.id));
    const start = (page.page - 1) * page.limit;
    return {
      version,
      body: successPage(occurrences.slice(start, start + page.limit), page, occurrences.length),
    };
  }

  /** The events that may have an occurrence in the time asked for, each once. */
  async events(criteria: EventCriteria): Promise<{ version: string; events: EventDto[] }> {
    const parameters = new SqlParameters();
    const record = eventRecord(parameters.add(collectionUrl(this.environment)));
    const filter = eventFilter(criteria, parameters);
    const { rows } = await this.database.reads.query<{ version: string; events: EventDto[] }>(
      `SELECT version::text, (
         SELECT coalesce(json_agg(${record} ORDER BY e.starts_at, e.id), '[]') FROM events e WHERE ${filter}
       ) AS events FROM directory_version`,
      parameters.values,
    );
    return rows[0]!;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
