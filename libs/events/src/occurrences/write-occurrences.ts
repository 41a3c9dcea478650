import type { Prisma } from '#libs/database/src/database.js';
import type { Expansion, Window } from '../recurrence/expand.js';
import { durationOf, type RecurringSchedule } from '../recurrence/schedule.js';

/** Expansion of an event's rule within a window. */
export interface ExpandedSchedule {
  schedule: RecurringSchedule;
  window: Window;
  expansion: Expansion;
}

/** Adds an event's occurrences in a window and records the end of the window. */
export async function writeOccurrences(
  tx: Prisma.TransactionClient,
  eventId: string,
  { schedule, window, expansion }: ExpandedSchedule,
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
