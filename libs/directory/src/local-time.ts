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
