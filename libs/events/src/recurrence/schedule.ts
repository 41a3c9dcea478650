/** An event's times: the first occurrence, and by which rule it comes again. */
export interface Schedule {
  startsAt: Date;
  endsAt: Date;
  /** The value of an RRULE (RFC 5545, section 3.3.10). */
  recurrence: string | null;
  /** Starts of occurrences that do not take place. */
  excludedDates: Date[];
}

/** A schedule that has more than one occurrence. */
export type RecurringSchedule = Schedule & { recurrence: string };

export function isRecurring(schedule: Schedule): schedule is RecurringSchedule {
  return schedule.recurrence !== null;
}

/** Milliseconds that each occurrence lasts, also across a change of the clocks (RFC 5545, section 3.8.5.3). */
export function durationOf({ startsAt, endsAt }: Schedule): number {
  return endsAt.getTime() - startsAt.getTime();
}

/** Milliseconds that an occurrence may last at most. */
export const MAX_DURATION = 31 * 86_400_000;
