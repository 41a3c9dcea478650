import { RRuleTemporal } from 'rrule-temporal';
import { DAY_MS, fromWallTime, toWallTime } from '#libs/geography/src/local-time.js';
import { durationOf, type RecurringSchedule } from './schedule.js';
import { withUntil } from './until.js';

/** Time range from an inclusive to an exclusive instant. */
export interface Window {
  from: Date;
  to: Date;
}

/** Occurrences within a window. */
export interface Occurrences {
  /** Start times of the occurrences that overlap it, in order. */
  starts: Date[];
  /** True if the rule has occurrences that begin after it. */
  hasMore: boolean;
}

export interface Expansion extends Occurrences {
  /** First date of the rule, excluded or not. */
  first: Date;
  /** Excluded dates within the window that are not dates of the rule. */
  unmatched: Date[];
}

/** Maximum number of days, weeks, months or years to search for the next date of a rule. */
export const MAX_STEPS = 10_000;

/**
 * Expands a rule into its occurrences within a window.
 *
 * @returns undefined if the rule gives no date at all, or none within `MAX_STEPS`
 */
export function expand(schedule: RecurringSchedule, window: Window): Expansion | undefined {
  const rule = toRule(schedule);
  // Wide enough for a wall time shifted by a clock change.
  const from = new Date(window.from.getTime() - durationOf(schedule) - DAY_MS);
  const to = new Date(window.to.getTime() + DAY_MS);
  try {
    const first = rule.next(toWallTime(schedule.startsAt), true)?.epochMilliseconds;
    if (first === undefined) return undefined;
    const starts = rule
      .between(from, to, true)
      .map(({ epochMilliseconds }) => fromWallTime(new Date(epochMilliseconds)));
    const times = new Set(starts.map(Number));
    return {
      first: fromWallTime(new Date(first)),
      unmatched: schedule.excludedDates.filter(
        (date) => date >= window.from && date < window.to && !times.has(date.getTime()),
      ),
      starts: starts.filter((start) => isWithin(start, schedule, window)),
      hasMore:
        !hasEnd(schedule) ||
        starts.some((start) => start >= window.to) ||
        rule.next(to, false) !== null,
    };
  } catch (error) {
    if (isEndOfSearch(error as Error)) return undefined;
    throw error;
  }
}

/**
 * Reports whether the search hit the step limit or the last representable date (in the year
 * 275,760).
 */
function isEndOfSearch(error: Error): boolean {
  return error instanceof RangeError || /^Maximum (iterations|candidate)/.test(error.message);
}

function isWithin(start: Date, schedule: RecurringSchedule, { from, to }: Window): boolean {
  const isExcluded = schedule.excludedDates.some((date) => date.getTime() === start.getTime());
  return start < to && start.getTime() + durationOf(schedule) > from.getTime() && !isExcluded;
}

function hasEnd({ recurrence }: RecurringSchedule): boolean {
  return /(^|;)(COUNT|UNTIL)=/.test(recurrence);
}

/**
 * Builds the rule in wall time, as if that were UTC. In the time zone itself the package would skip
 * occurrences at nonexistent local times. RFC 5545, section 3.3.5, moves them instead, as calendar
 * programs do.
 */
function toRule({ recurrence, startsAt }: RecurringSchedule): RRuleTemporal {
  return new RRuleTemporal({
    rruleString: withUntil(recurrence, (time, isLocal) => (isLocal ? time : toWallTime(time))),
    dtstart: asUtc(toWallTime(startsAt)),
    maxIterations: MAX_STEPS,
    cache: false,
  });
}

/**
 * Returns a time in the form the package expects: the parts of a `Temporal.ZonedDateTime` that it
 * uses.
 */
function asUtc(time: Date) {
  return { timeZoneId: 'UTC', toString: () => `${time.toISOString()}[UTC]` };
}
