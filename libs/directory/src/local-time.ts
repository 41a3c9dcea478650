/** Minnesota's time zone: all of the state keeps Central Time. */
export const TIME_ZONE = 'America/Chicago';

const MINUTES_PER_DAY = 1440;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const clockFace = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * What Minnesota's clocks show at an instant, in minutes since Monday 00:00. An hour that is
 * repeated when summer time ends counts as the same hour twice; the one that is left out when it
 * begins never comes.
 */
export function localMinuteOfWeek(instant: Date): number {
  const parts = Object.fromEntries(
    clockFace.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  return (
    WEEKDAYS.indexOf(parts.weekday!) * MINUTES_PER_DAY +
    Number(parts.hour) * 60 +
    Number(parts.minute)
  );
}

const MILLISECONDS_PER_DAY = 86_400_000;

const calendar = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** What Minnesota's calendars and clocks show at an instant, as if they showed UTC. */
export function toWallTime(instant: Date): Date {
  const parts = Object.fromEntries(
    calendar.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  const date = new Date(Date.UTC(2000, month! - 1, day, hour, minute, second));
  date.setUTCFullYear(year!, month! - 1, day);
  return date;
}

/**
 * The instant at which they show it. A time that comes twice is the first of the two; one that
 * never comes is read by the offset before the gap (both as RFC 5545, section 3.3.5, has it).
 */
export function fromWallTime(wall: Date): Date {
  const [before, after] = [-MILLISECONDS_PER_DAY, MILLISECONDS_PER_DAY].map((distance) => {
    const near = new Date(wall.getTime() + distance);
    return new Date(wall.getTime() - (toWallTime(near).getTime() - near.getTime()));
  }) as [Date, Date];
  const comes = (instant: Date) => toWallTime(instant).getTime() === wall.getTime();
  return !comes(before) && comes(after) ? after : before;
}
