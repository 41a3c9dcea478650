import { fromWallTime, toWallTime } from '#libs/geography/src/local-time.js';

const DAY = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** A time of the day in Minnesota, such as "19:30", so many days from now. */
export function at(now: Date, days: number, time: string): Date {
  const day = new Date(toWallTime(now).getTime() + days * DAY).toISOString().slice(0, 10);
  return fromWallTime(new Date(`${day}T${time}Z`));
}

/**
 * In how many days the first day comes that a rule names by its BYDAY (RFC 5545, section 3.3.10):
 * weekdays, each of every week or, with a number before it, one in the month.
 */
export function firstDay(recurrence: string, now: Date): number {
  const [, byDay = ''] = /BYDAY=([^;]+)/.exec(recurrence) ?? [];
  const today = toWallTime(now);
  for (let days = 0; days < 62; days++) {
    const names = namesOf(new Date(today.getTime() + days * DAY));
    if (byDay.split(',').some((name) => names.includes(name))) return days;
  }
  throw new Error(`The rule names no day: ${recurrence}`);
}

/** What a rule may call a day: "TH", "4TH", and "-1TH" when it is the last Thursday of its month. */
function namesOf(day: Date): string[] {
  const weekday = WEEKDAYS[day.getUTCDay()]!;
  const inAWeek = new Date(day.getTime() + 7 * DAY);
  const isLast = inAWeek.getUTCMonth() !== day.getUTCMonth();
  const number = Math.ceil(day.getUTCDate() / 7);
  return [weekday, `${number}${weekday}`, ...(isLast ? [`-1${weekday}`] : [])];
}
