import { RRuleTemporal } from 'rrule-temporal';
import { fromWallTime, toWallTime } from '#libs/geography/src/local-time.js';
import { durationOf, type RecurringSchedule } from './schedule.js';

/** The time from an instant, inclusive, to another, exclusive. */
export interface Window {
  from: Date;
  to: Date;
}

export interface Expansion {
  /** When the occurrences begin that overlap with the window, in order. */
  starts: Date[];
  /** Whether the rule has occurrences that begin after the window. */
  hasMore: boolean;
}

/** How many days, weeks, months or years a rule is followed while it gives no date. */
export const MAX_STEPS = 10_000;

const DAY = 86_400_000;

/**
 * The occurrences of a rule within a window.
 *
 * @returns undefined when the rule gives no date at all, or none for so long that it is given up
 */
export function expand(schedule: RecurringSchedule, window: Window): Expansion | undefined {
  const rule = toRule(schedule);
  // Wide enough for a wall time that a change of the clocks has shifted.
  const from = new Date(window.from.getTime() - durationOf(schedule) - DAY);
  const to = new Date(window.to.getTime() + DAY);
  try {
    if (rule.next(toWallTime(schedule.startsAt), true) === null) return undefined;
    const starts = rule
      .between(from, to, true)
      .map(({ epochMilliseconds }) => fromWallTime(new Date(epochMilliseconds)));
    return {
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

/** The limit of steps, or the last date that there is (of the year 275,760). */
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

const UNTIL = /(?:^|;)UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?/;

/**
 * The rule in wall time, as if that were UTC. In the time zone itself the package would leave out the
 * occurrences whose wall time a change of the clocks skips; RFC 5545, section 3.3.5, moves them, as
 * calendar programs do.
 */
function toRule({ recurrence, startsAt }: RecurringSchedule): RRuleTemporal {
  const [matched, year, month, day, hour, minute, second] = UNTIL.exec(recurrence) ?? [];
  const isDateOnly = hour === undefined;
  const until = `${year}-${month}-${day}T${isDateOnly ? '23:59:59' : `${hour}:${minute}:${second}`}Z`;
  return new RRuleTemporal({
    rruleString: matched ? recurrence.replace(matched, '') : recurrence,
    dtstart: asUtc(toWallTime(startsAt)),
    ...(matched && { until: asUtc(isDateOnly ? new Date(until) : toWallTime(new Date(until))) }),
    maxIterations: MAX_STEPS,
    cache: false,
  });
}

/** As the package takes a time: what it needs of a `Temporal.ZonedDateTime`. */
function asUtc(time: Date) {
  return { timeZoneId: 'UTC', toString: () => `${time.toISOString()}[UTC]` };
}
