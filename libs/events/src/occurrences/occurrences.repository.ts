import { Injectable } from '@nestjs/common';
import { UNCLAIMED, untilClaimLapses } from '#libs/database/src/sql.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import type { Expansion, Window } from '../recurrence/expand.js';
import { durationOf, type RecurringSchedule } from '../recurrence/schedule.js';

/** Expansion of an event's rule within a window. */
export interface ExpandedSchedule {
  schedule: RecurringSchedule;
  window: Window;
  expansion: Expansion;
}

/** An event leased to this process. */
export interface ClaimedEvent extends RecurringSchedule {
  id: string;
  slug: string;
  expandedUntil: Date;
  claimId: string;
}

/** Stores the occurrences of recurring events. */
@Injectable()
export class OccurrencesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Leases the next event whose occurrences are stored until an earlier time. Events that failed
   * before come last, so that they do not block others.
   */
  async claimDue(
    claimId: string,
    until: Date,
    leaseSeconds: number,
  ): Promise<ClaimedEvent | undefined> {
    const [claimed] = await this.database.$queryRaw<ClaimedEvent[]>`
      UPDATE event_expansions
      SET claim_id = ${claimId}::uuid, claimed_until = ${untilClaimLapses(leaseSeconds)}
      FROM events e
      WHERE e.id = event_id AND event_id = (
        SELECT event_id FROM event_expansions
        WHERE expanded_until < ${until} AND ${UNCLAIMED}
        ORDER BY claimed_until NULLS FIRST, expanded_until LIMIT 1
        FOR UPDATE SKIP LOCKED)
      RETURNING event_id AS id, e.slug, e.starts_at AS "startsAt", e.ends_at AS "endsAt",
        e.recurrence, e.excluded_dates AS "excludedDates", expanded_until AS "expandedUntil",
        claim_id AS "claimId"`;
    return claimed;
  }

  /** Returns the lease. @returns whether it was still held */
  async release({ id, claimId }: ClaimedEvent, tx: Prisma.TransactionClient): Promise<boolean> {
    const released = await tx.$executeRaw`
      UPDATE event_expansions SET claim_id = NULL, claimed_until = NULL
      WHERE event_id = ${id}::uuid AND claim_id = ${claimId}::uuid`;
    return released > 0;
  }

  /** Adds an event's occurrences in a window and records the end of the window. */
  async add(
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
  removeBefore(time: Date, most: number): Promise<number> {
    return this.database.$executeRaw`
      DELETE FROM event_occurrences WHERE (event_id, starts_at) IN (
        SELECT event_id, starts_at FROM event_occurrences
        WHERE starts_at < ${time} ORDER BY starts_at LIMIT ${most})`;
  }
}
