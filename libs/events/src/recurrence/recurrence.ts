import { fromWallTime, toWallTime } from '#libs/directory/src/local-time.js';
import { RRule } from './rrule.js';

export interface Occurrence {
  startsAt: Date;
  endsAt: Date;
}

/** An event's times: the first occurrence, and by which rule it comes again. */
export interface Schedule extends Occurrence {
  /** The value of an RRULE (RFC 5545, section 3.3.10). */
  recurrence: string | null;
  excludedDates: Date[];
}

/** A rule that goes on past this is taken to have no end. */
const HORIZON = new Date('2200-01-01T00:00:00Z');

/** The occurrences that overlap with [from, to), in order. */
export function occurrencesBetween(schedule: Schedule, from: Date, to: Date): Occurrence[] {
  const duration = schedule.endsAt.getTime() - schedule.startsAt.getTime();
  const excluded = new Set(schedule.excludedDates.map((date) => date.getTime()));
  // Wide enough for a wall time that a change of the clocks has shifted.
  const margin = 86_400_000;
  const starts = schedule.recurrence
    ? toRule(schedule.recurrence, schedule.startsAt)
        .between(
          new Date(from.getTime() - duration - margin),
          new Date(to.getTime() + margin),
          true,
        )
        .map(fromWallTime)
    : [schedule.startsAt];
  return starts
    .map((startsAt) => ({ startsAt, endsAt: new Date(startsAt.getTime() + duration) }))
    .filter(
      ({ startsAt, endsAt }) => startsAt < to && endsAt > from && !excluded.has(startsAt.getTime()),
    );
}

/** When the last occurrence ends; null where there is no last one. */
export function lastEnd(schedule: Schedule): Date | null {
  if (!schedule.recurrence) return schedule.endsAt;
  const rule = toRule(schedule.recurrence, schedule.startsAt);
  const { count, until } = rule.origOptions;
  if ((!count && !until) || (until && until > HORIZON)) return null;
  const last = rule.before(HORIZON, true);
  const duration = schedule.endsAt.getTime() - schedule.startsAt.getTime();
  return last ? new Date(fromWallTime(last).getTime() + duration) : schedule.endsAt;
}

/** The rule in wall time, which the package takes for UTC: it knows of no other that it keeps to. */
function toRule(recurrence: string, startsAt: Date) {
  const options = RRule.parseString(recurrence);
  const isDateOnly = /UNTIL=\d{8}(;|$)/.test(recurrence);
  const until =
    options.until &&
    (isDateOnly ? new Date(options.until.getTime() + 86_399_000) : toWallTime(options.until));
  return new RRule({ ...options, until, dtstart: toWallTime(startsAt) });
}
