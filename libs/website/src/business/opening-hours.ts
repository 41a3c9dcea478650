import { localMinuteOfWeek } from '#libs/geography/src/local-time.js';
import { DAYS } from '#libs/businesses/src/record/enumerations.js';
import type { HoursDto } from '#libs/businesses/src/record/hours.dto.js';

const DAY = 1440;
const WEEK = 7 * DAY;

/**
 * Opening hours in minutes since Monday 00:00 in Minnesota. `end` may exceed the end of the week.
 */
interface Stretch {
  start: number;
  end: number;
}

export type OpeningStatus =
  | { kind: 'unknown' }
  | { kind: 'always' }
  /** @property minute closing time in minutes since midnight */
  | { kind: 'open'; minute: number }
  /** @property day weekday from 0 (Monday), undefined if it opens later on the same day */
  | { kind: 'closed'; minute: number; day: number | undefined };

/** Returns whether a business is open in a regular week, and when it closes or opens next. */
export function openingStatus(hours: readonly HoursDto[], now: Date): OpeningStatus {
  if (hours.length === 0) return { kind: 'unknown' };
  const stretches = joined(hours);
  if (stretches[0]!.end - stretches[0]!.start >= WEEK) return { kind: 'always' };
  const minute = localMinuteOfWeek(now);
  const present = stretches.find(({ start, end }) =>
    [minute, minute + WEEK].some((at) => start <= at && at < end),
  );
  if (present) return { kind: 'open', minute: present.end % DAY };
  const wait = Math.min(...stretches.map(({ start }) => (start - minute + WEEK) % WEEK));
  const opens = (minute + wait) % WEEK;
  const untilMidnight = DAY - (minute % DAY);
  return {
    kind: 'closed',
    minute: opens % DAY,
    day: wait < untilMidnight ? undefined : Math.floor(opens / DAY),
  };
}

/** Returns the weekday in Minnesota, from 0 for Monday. */
export function localDay(now: Date): number {
  return Math.floor(localMinuteOfWeek(now) / DAY);
}

/** @param time time of day, such as "17:30" */
export function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** Sorts the hours of a week and merges adjacent ones. The last may extend into the next week. */
function joined(hours: readonly HoursDto[]): Stretch[] {
  const all = hours
    .map(({ day, opens, closes }) => {
      const start = DAYS.indexOf(day) * DAY + minuteOfDay(opens);
      const length = (minuteOfDay(closes) - minuteOfDay(opens) + DAY) % DAY || DAY;
      return { start, end: start + length };
    })
    .sort((a, b) => a.start - b.start);
  const stretches: Stretch[] = [];
  for (const stretch of all) {
    const last = stretches.at(-1);
    if (last && stretch.start <= last.end) last.end = Math.max(last.end, stretch.end);
    else stretches.push({ ...stretch });
  }
  const first = stretches[0]!;
  const last = stretches.at(-1)!;
  if (stretches.length > 1 && last.end >= first.start + WEEK) {
    last.end = Math.max(last.end, first.end + WEEK);
    stretches.shift();
  } else if (stretches.length === 1 && last.end >= first.start + WEEK) {
    last.end = first.start + WEEK;
  }
  return stretches;
}
