import { LRUCache } from 'lru-cache';

/** Minnesota's time zone: all of the state keeps Central Time. */
export const TIME_ZONE = 'America/Chicago';

const MINUTES_PER_DAY = 1440;
const MILLISECONDS_PER_HOUR = 3_600_000;
const MILLISECONDS_PER_DAY = 86_400_000;

/**
 * What Minnesota's clocks show at an instant, in minutes since Monday 00:00. An hour that is
 * repeated when summer time ends counts as the same hour twice; the one that is left out when it
 * begins never comes.
 */
export function localMinuteOfWeek(instant: Date): number {
  const wall = toWallTime(instant);
  const daysSinceMonday = (wall.getUTCDay() + 6) % 7;
  return daysSinceMonday * MINUTES_PER_DAY + wall.getUTCHours() * 60 + wall.getUTCMinutes();
}

const zone = new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, timeZoneName: 'longOffset' });

/** What Minnesota's calendars and clocks show at an instant, as if they showed UTC. */
export function toWallTime(instant: Date): Date {
  return new Date(instant.getTime() + offsetAt(instant));
}

/**
 * The instant at which they show it. A time that comes twice is the first of the two; one that
 * never comes is read by the offset before the gap (both as RFC 5545, section 3.3.5, has it).
 */
export function fromWallTime(wall: Date): Date {
  const [before, after] = [-MILLISECONDS_PER_DAY, MILLISECONDS_PER_DAY].map(
    (distance) => new Date(wall.getTime() - offsetAt(new Date(wall.getTime() + distance))),
  ) as [Date, Date];
  const comes = (instant: Date) => toWallTime(instant).getTime() === wall.getTime();
  return before.getTime() !== after.getTime() && !comes(before) && comes(after) ? after : before;
}

/** By the hour of UTC: at the beginning of one the clocks are set, and they never were in between. */
const offsets = new LRUCache<number, number>({ max: 10_000 });

/** Milliseconds from UTC to local time. */
function offsetAt(instant: Date): number {
  const hour = Math.floor(instant.getTime() / MILLISECONDS_PER_HOUR);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(zone.format(instant)) ?? [];
  const distance = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const offset = sign === '-' ? -distance : distance;
  offsets.set(hour, offset);
  return offset;
}
