import { LRUCache } from 'lru-cache';

/** Time zone of Minnesota. The entire state uses Central Time. */
export const TIME_ZONE = 'America/Chicago';

const MILLISECONDS_PER_MINUTE = 60_000;
const MILLISECONDS_PER_HOUR = 3_600_000;
export const DAY_MS = 86_400_000;

/**
 * Local time in Minnesota as minutes since January 1, 1970, 00:00. The hour that is repeated when
 * daylight saving time ends counts as the same hour twice. The hour that is skipped when it starts
 * never occurs.
 */
export type LocalMinute = number;

export function localMinute(instant: Date): LocalMinute {
  return Math.floor(toWallTime(instant).getTime() / MILLISECONDS_PER_MINUTE);
}

const zone = new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, timeZoneName: 'longOffset' });

/** Returns the local date and time in Minnesota at an instant, as if they were UTC. */
export function toWallTime(instant: Date): Date {
  return new Date(instant.getTime() + offsetAt(instant));
}

/**
 * Returns the instant of a local time. A time that occurs twice means the first occurrence. A
 * skipped time uses the offset before the gap. Both follow RFC 5545, section 3.3.5.
 */
export function fromWallTime(wall: Date): Date {
  const [before, after] = [-DAY_MS, DAY_MS].map(
    (distance) => new Date(wall.getTime() - offsetAt(new Date(wall.getTime() + distance))),
  ) as [Date, Date];
  const comes = (instant: Date) => toWallTime(instant).getTime() === wall.getTime();
  return before.getTime() !== after.getTime() && !comes(before) && comes(after) ? after : before;
}

/** Offsets by UTC hour. Clocks have only ever changed at the start of an hour. */
const offsets = new LRUCache<number, number>({ max: 10_000 });

/** Returns the offset from UTC to local time in milliseconds. */
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
