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

/** Milliseconds from UTC to local time. */
function offsetAt(instant: Date): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(zone.format(instant)) ?? [];
  const distance = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -distance : distance) * 1000;
}
