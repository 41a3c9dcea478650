import { fromWallTime, toWallTime } from '#libs/geography/src/local-time.js';

const DAY = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Returns the instant of a local time in Minnesota, such as "19:30", a number of days from now. */
export function at(now: Date, days: number, time: string): Date {
  const day = new Date(toWallTime(now).getTime() + days * DAY).toISOString().slice(0, 10);
  return fromWallTime(new Date(`${day}T${time}Z`));
}

/**
 * Returns the number of days until the first day that matches the BYDAY part of a rule (RFC 5545,
 * section 3.3.10). BYDAY lists weekdays, each of every week or, with a number before it, one of the
 * month.
 */
export function firstDay(recurrence: string, now: Date): number {
  const [, byDay = ''] = /BYDAY=([^;]+)/.exec(recurrence) ?? [];
  const today = toWallTime(now);
  for (let days = 0; days < 62; days++) {
    const names = namesOf(new Date(today.getTime() + days * DAY));
    if (byDay.split(',').some((name) => names.includes(name))) return days;
  }
  throw new Error(`The recurrence rule contains no day: ${recurrence}`);
}

/**
 * Returns the names of a day in a rule: "TH", "4TH", and "-1TH" for the last Thursday of a month.
 */
function namesOf(day: Date): string[] {
  const weekday = WEEKDAYS[day.getUTCDay()]!;
  const inAWeek = new Date(day.getTime() + 7 * DAY);
  const isLast = inAWeek.getUTCMonth() !== day.getUTCMonth();
  const number = Math.ceil(day.getUTCDate() / 7);
  return [weekday, `${number}${weekday}`, ...(isLast ? [`-1${weekday}`] : [])];
}
