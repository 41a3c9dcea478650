import { DAY_MS } from '#libs/geography/src/local-time.js';

/** An event's times: its first occurrence and its recurrence rule. */
export interface Schedule {
  startsAt: Date;
  endsAt: Date;
  /** RRULE value (RFC 5545, section 3.3.10). */
  recurrence: string | null;
  /** Start times of canceled occurrences. */
  excludedDates: Date[];
}

/** Schedule of an event that recurs. */
export type RecurringSchedule = Schedule & { recurrence: string };

export function isRecurring(schedule: Schedule): schedule is RecurringSchedule {
  return schedule.recurrence !== null;
}

/**
 * Duration of each occurrence in milliseconds, also across clock changes (RFC 5545, section
 * 3.8.5.3).
 */
export function durationOf({ startsAt, endsAt }: Schedule): number {
  return endsAt.getTime() - startsAt.getTime();
}

/** Maximum duration of an occurrence in days. */
export const MAX_DAYS = 31;
/** The same in milliseconds. */
export const MAX_DURATION = MAX_DAYS * DAY_MS;
